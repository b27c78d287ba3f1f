// Files that are written completely or not at all, with the message of the system on
// failure.

#include <Rcpp/Lightest>
#include <cstring>
#include <string>

#include "accord/text/file_output.h"

namespace {

// Returns the bytes of a path in the encoding of the system.
std::string system_path(SEXP path) {
#ifdef _WIN32
  return Rf_translateCharUTF8(path);
#else
  return Rf_translateChar(path);
#endif
}

// Returns an empty vector, or the kind of error and the message of the system.
Rcpp::CharacterVector said(int error) {
  if (error == 0) return Rcpp::CharacterVector(0);
  return Rcpp::CharacterVector::create(accord::file_fault(error), std::strerror(error));
}

}  // namespace

// Returns the kind of file at a path: "none", "file", "folder" or "other", such as a
// device.
// [[Rcpp::export(rng = false)]]
std::string kind_of_file(Rcpp::CharacterVector path) {
  const char* const names[] = {"none", "file", "folder", "other"};
  return names[static_cast<int>(accord::file_kind(system_path(path[0])))];
}

// `content` are lines of text, which are written unchanged, or bytes. The file gets the
// owner and the mode of the file `like`.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector write_new_file(Rcpp::CharacterVector path, SEXP content,
                                     Rcpp::CharacterVector like) {
  accord::NewFile file(system_path(path[0]), system_path(like[0]));
  if (TYPEOF(content) == RAWSXP) {
    file.write(reinterpret_cast<const char*>(RAW(content)),
               static_cast<std::size_t>(XLENGTH(content)));
  } else {
    for (R_xlen_t i = 0; i < XLENGTH(content) && file.ok(); ++i) {
      const SEXP line = STRING_ELT(content, i);
      file.write(CHAR(line), static_cast<std::size_t>(LENGTH(line)));
      file.write("\n", 1);
      if (i % 10000 == 9999) Rcpp::checkUserInterrupt();
    }
  }
  file.finish();
  return said(file.error());
}

// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector rename_new_file(Rcpp::CharacterVector from,
                                      Rcpp::CharacterVector to, bool replace) {
#ifdef _WIN32
  Rcpp::stop("file.rename() does it on Windows");
#else
  return said(accord::rename_file(system_path(from[0]), system_path(to[0]), replace));
#endif
}

// Appends a line of text to a file.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector append_line(Rcpp::CharacterVector path,
                                  Rcpp::CharacterVector line) {
  const std::string text = std::string(CHAR(line[0])) + "\n";
  return said(accord::append_to_file(system_path(path[0]), text));
}
