#include "CICU.h"

#include <memory>
#include <string>
#include <unicode/alphaindex.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

// Only the immutable index is kept: the mutable one is not safe to share, and sorts its records again
// after every change.
struct cicu_alphabet {
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> index;
};

extern "C" {

struct cicu_alphabet *cicu_alphabet_open(const char *const *locales, int32_t count) {
  if (count < 1) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  icu::AlphabeticIndex alphabet(icu::Locale(locales[0]), status);
  for (int32_t i = 1; i < count; i++) alphabet.addLabels(icu::Locale(locales[i]), status);
  if (U_FAILURE(status)) return nullptr;
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> index{
      alphabet.buildImmutableIndex(status)};
  if (U_FAILURE(status) || !index) return nullptr;
  return new cicu_alphabet{std::move(index)};
}

void cicu_alphabet_close(struct cicu_alphabet *alphabet) { delete alphabet; }

int32_t cicu_alphabet_count(const struct cicu_alphabet *alphabet) {
  return alphabet->index->getBucketCount();
}

int32_t cicu_alphabet_kind(const struct cicu_alphabet *alphabet, int32_t index) {
  const icu::AlphabeticIndex::Bucket *bucket = alphabet->index->getBucket(index);
  if (bucket == nullptr) return CICU_LABEL_LETTER;
  switch (bucket->getLabelType()) {
    case U_ALPHAINDEX_UNDERFLOW: return CICU_LABEL_UNDERFLOW;
    case U_ALPHAINDEX_INFLOW: return CICU_LABEL_INFLOW;
    case U_ALPHAINDEX_OVERFLOW: return CICU_LABEL_OVERFLOW;
    default: return CICU_LABEL_LETTER;
  }
}

int32_t cicu_alphabet_label(
    const struct cicu_alphabet *alphabet, int32_t index, char *result, int32_t capacity) {
  const icu::AlphabeticIndex::Bucket *bucket = alphabet->index->getBucket(index);
  if (bucket == nullptr) return 0;
  std::string label;
  bucket->getLabel().toUTF8String(label);
  const int32_t needed = static_cast<int32_t>(label.size());
  if (needed <= capacity) label.copy(result, label.size());
  return needed;
}

int32_t cicu_alphabet_bucket(
    const struct cicu_alphabet *alphabet, const char *text, int32_t count) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(icu::StringPiece(text, count));
  const int32_t bucket = alphabet->index->getBucketIndex(unicode, status);
  return U_SUCCESS(status) ? bucket : -status;
}

}  // extern "C"
