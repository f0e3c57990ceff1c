#include "CICU.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

const icu::Normalizer2 *cicu_normalizer(int32_t form, UErrorCode &status) {
  switch (form) {
    case CICU_NFC: return icu::Normalizer2::getNFCInstance(status);
    case CICU_NFD: return icu::Normalizer2::getNFDInstance(status);
    case CICU_NFKC: return icu::Normalizer2::getNFKCInstance(status);
    case CICU_NFKD: return icu::Normalizer2::getNFKDInstance(status);
    case CICU_NFKC_CASEFOLD: return icu::Normalizer2::getNFKCCasefoldInstance(status);
    default: status = U_ILLEGAL_ARGUMENT_ERROR; return nullptr;
  }
}

extern "C" int32_t cicu_normalize(
    int32_t form, const char *text, int32_t count, char *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2 *normalizer = cicu_normalizer(form, status);
  if (U_FAILURE(status)) return -status;
  icu::CheckedArrayByteSink sink(result, capacity);
  normalizer->normalizeUTF8(0, icu::StringPiece(text, count), sink, nullptr, status);
  if (U_FAILURE(status)) return -status;
  return sink.NumberOfBytesAppended();
}
