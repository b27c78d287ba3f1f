#pragma once
// Files that are written completely or not at all. A new file is written beside the one
// that it replaces, flushed to the disk, and renamed over it in one step; a line is
// appended completely or removed again.

#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>  // move
#include <vector>

#include "system_file.h"

namespace accord {

// The kind of file at a path, after following links.
enum class FileKind { none, file, folder, other };

inline FileKind file_kind(const std::string& path) {
  system_file::Status found;
  if (!system_file::look(path, found)) return FileKind::none;
  const auto type = found.st_mode & S_IFMT;
  return type == S_IFREG   ? FileKind::file
         : type == S_IFDIR ? FileKind::folder
                           : FileKind::other;
}

// A new file, first in a buffer and then on the disk. It is removed unless it is
// finished.
class NewFile {
 public:
  // Takes owner and mode from the file `like`, if there is one.
  NewFile(std::string path, const std::string& like) : path_(std::move(path)) {
    system_file::Status old;
    const bool has_old = !like.empty() && system_file::look(like, old);
    file_ =
        system_file::create(path_, has_old ? static_cast<int>(old.st_mode & 0777) : 0666);
    if (file_ < 0) {
      note();
    } else if (has_old) {
      system_file::take_owner_and_mode(file_, old);
    }
    buffer_.reserve(limit);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (file_ < 0) return;
    system_file::close(file_);
    system_file::remove(path_);
  }

  // Returns whether there was no error so far.
  bool write(const char* data, std::size_t size) {
    if (buffer_.size() + size > limit && !empty_buffer()) return false;
    if (size > limit)
      return ok() && (system_file::write_all(file_, data, size) || note());
    buffer_.insert(buffer_.end(), data, data + size);
    return ok();
  }

  // Flushes the file to the disk. Full disks, quotas and networks may report errors only
  // here.
  bool finish() {
    if (!empty_buffer() || (system_file::flush(file_) != 0 && !note())) return false;
    const int file = file_;
    file_ = -1;
    if (system_file::close(file) == 0) return true;
    note();
    system_file::remove(path_);
    return false;
  }

  bool ok() const { return error_ == 0; }
  // Returns the value of errno.
  int error() const { return error_; }

 private:
  static constexpr std::size_t limit = std::size_t{1} << 20;

  bool empty_buffer() {
    if (!ok()) return false;
    const bool good =
        system_file::write_all(file_, buffer_.data(), buffer_.size()) || note();
    buffer_.clear();
    return good;
  }
  bool note() {
    error_ = errno == 0 ? EIO : errno;
    return false;
  }

  std::string path_;
  int file_ = -1;
  int error_ = 0;
  std::vector<char> buffer_;
};

#ifndef _WIN32
// Renames `from` to `to` in one step: a program that opens `to` finds the old file or the
// new one. If `replace` is false, an existing file is kept. Returns 0 or an errno. On
// Windows an R function is used instead.
inline int rename_file(const std::string& from, const std::string& to, bool replace) {
  bool linked = false;
  if (!replace) {
    linked = ::link(from.c_str(), to.c_str()) == 0;
    if (linked) ::unlink(from.c_str());
    if (!linked && errno == EEXIST) return EEXIST;
  }
  // Some file systems do not support hard links.
  if (!linked && ::rename(from.c_str(), to.c_str()) != 0) return errno;
  // The name is on the disk when the folder is flushed; an error here does not lose data.
  const std::size_t slash = to.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "." : to.substr(0, slash == 0 ? 1 : slash);
  const int opened = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened >= 0) {
    if (::fsync(opened) != 0) errno = 0;
    ::close(opened);
  }
  return 0;
}
#endif

// Appends `text` to a file, which is created if necessary. If it does not fit, the file
// is restored to its previous size. Returns 0 or an errno.
inline int append_to_file(const std::string& path, const std::string& text) {
  const int file = system_file::open_end(path);
  if (file < 0) return errno;
  const system_file::Size before = system_file::size(file);
  int error = system_file::write_all(file, text.data(), text.size()) ? 0 : errno;
  if (error != 0 && before >= 0 && system_file::cut(file, before) != 0) errno = 0;
  if (system_file::close(file) != 0 && error == 0) error = errno;
  return error;
}

// Returns the kind of an error that has its own message.
inline const char* file_fault(int error) {
  switch (error) {
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
    case EFBIG:
      return "room";
    case EACCES:
    case EPERM:
      return "permission";
    case EROFS:
      return "read_only";
    case EEXIST:
      return "exists";
    case ENOENT:
    case ENOTDIR:
      return "missing";
    default:
      return "other";
  }
}

}  // namespace accord
