#pragma once
// The system functions for writing files, under the same names on all systems. Paths are
// in UTF-8 on Windows, else in the encoding of the system; functions that fail set
// `errno`. C++ streams report that writing failed, but not why, and do not flush to the
// disk.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <string>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace accord::system_file {

#ifdef _WIN32

// windows.h is not included, because its macros would affect every file that includes the
// core.
inline std::wstring wide(const std::string& path) {
  std::wstring out;
  for (std::size_t i = 0; i < path.size();) {
    const auto byte = static_cast<unsigned char>(path[i++]);
    const int more = byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    unsigned long code = more == 0 ? byte : byte & (0x3Fu >> more);
    for (int k = 0; k < more && i < path.size(); ++k) {
      code = code << 6 | (static_cast<unsigned char>(path[i++]) & 0x3Fu);
    }
    if (code > 0xFFFF) {
      out += static_cast<wchar_t>(0xD7C0 + (code >> 10));
      code = 0xDC00 + (code & 0x3FF);
    }
    out += static_cast<wchar_t>(code);
  }
  return out;
}

using Size = __int64;
using Status = struct _stat64;
inline bool look(const std::string& path, Status& found) {
  return _wstat64(wide(path).c_str(), &found) == 0;
}
inline int create(const std::string& path, int) {
  return _wopen(wide(path).c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY,
                _S_IREAD | _S_IWRITE);
}
inline int open_end(const std::string& path) {
  return _wopen(wide(path).c_str(), _O_CREAT | _O_APPEND | _O_WRONLY | _O_BINARY,
                _S_IREAD | _S_IWRITE);
}
inline int write(int file, const char* data, std::size_t size) {
  return _write(file, data, static_cast<unsigned>(size));
}
inline int flush(int file) { return _commit(file); }
inline int close(int file) { return _close(file); }
inline Size size(int file) { return _filelengthi64(file); }
inline int cut(int file, Size size) { return _chsize_s(file, size); }
inline void remove(const std::string& path) { _wunlink(wide(path).c_str()); }
inline void take_owner_and_mode(int, const Status&) {}

#else

using Size = off_t;
using Status = struct stat;
inline bool look(const std::string& path, Status& found) {
  return ::stat(path.c_str(), &found) == 0;
}
inline int create(const std::string& path, int mode) {
  return ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
}
inline int open_end(const std::string& path) {
  return ::open(path.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0666);
}
inline ssize_t write(int file, const char* data, std::size_t size) {
  return ::write(file, data, size);
}
// Some file systems, and pipes, cannot be flushed.
inline int flush(int file) {
  return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}
inline int close(int file) { return ::close(file); }
inline Size size(int file) {
  Status found;
  return ::fstat(file, &found) == 0 ? found.st_size : -1;
}
inline int cut(int file, Size size) { return ::ftruncate(file, size); }
inline void remove(const std::string& path) { ::unlink(path.c_str()); }
// Only root can change the owner; for other users the file stays their own.
inline void take_owner_and_mode(int file, const Status& like) {
  if (::fchown(file, like.st_uid, like.st_gid) != 0) errno = 0;
  if (::fchmod(file, like.st_mode & 07777) != 0) errno = 0;
}

#endif

// Writes all bytes; if this fails, `errno` has the reason.
inline bool write_all(int file, const char* data, std::size_t size) {
  constexpr std::size_t most = std::size_t{1} << 24;
  while (size > 0) {
    const auto n = write(file, data, size < most ? size : most);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = ENOSPC;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace accord::system_file
