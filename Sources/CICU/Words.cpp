#include "CICU.h"

#include <memory>
#include <unicode/brkiter.h>
#include <unicode/utext.h>

namespace {

// The text is read in place: `iterator` refers to `text` only within one call.
struct WordIterator {
  UErrorCode status = U_ZERO_ERROR;
  UText text = UTEXT_INITIALIZER;
  std::unique_ptr<icu::BreakIterator> iterator{
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status)};

  ~WordIterator() { utext_close(&text); }
};

}  // namespace

extern "C" int32_t cicu_word_ends(
    const char *text, int32_t count, int32_t *ends, int32_t capacity) {
  thread_local WordIterator words;
  if (U_FAILURE(words.status)) return -words.status;
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&words.text, text, count, &status);
  if (U_FAILURE(status)) return -status;
  words.iterator->setText(&words.text, status);
  if (U_FAILURE(status)) return -status;
  int32_t found = 0;
  words.iterator->first();
  for (int32_t end = words.iterator->next(); end != icu::BreakIterator::DONE;
       end = words.iterator->next()) {
    if (found < capacity) ends[found] = end;
    found += 1;
  }
  return found;
}
