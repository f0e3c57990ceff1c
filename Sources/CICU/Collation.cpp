#include "CICU.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <unicode/bytestream.h>
#include <unicode/coll.h>
#include <unicode/locid.h>
#include <unicode/uloc.h>
#include <unicode/unistr.h>

struct cicu_collator {
  std::unique_ptr<icu::Collator> collator;
};

namespace {

bool isKnownLanguage(const char *language) {
  if (*language == 0 || std::strcmp(language, "root") == 0) return true;
  for (int32_t i = 0; i < uloc_countAvailable(); i++) {
    char available[ULOC_LANG_CAPACITY];
    UErrorCode status = U_ZERO_ERROR;
    uloc_getLanguage(uloc_getAvailable(i), available, sizeof available, &status);
    if (U_SUCCESS(status) && std::strcmp(available, language) == 0) return true;
  }
  return false;
}

}  // namespace

extern "C" {

int32_t cicu_locale_name(const char *name, char *result, int32_t capacity) {
  icu::Locale locale;
  if (std::strchr(name, '@') != nullptr) {
    locale = icu::Locale::createCanonical(name);
  } else {
    std::string tag(name);
    std::replace(tag.begin(), tag.end(), '_', '-');
    if (tag.empty() || tag == "root") tag = "und";
    UErrorCode status = U_ZERO_ERROR;
    locale = icu::Locale::forLanguageTag(tag, status);
    if (U_FAILURE(status)) return -status;
  }
  if (locale.isBogus() || !isKnownLanguage(locale.getLanguage())) return -U_MISSING_RESOURCE_ERROR;
  const int32_t needed = static_cast<int32_t>(std::strlen(locale.getName()));
  if (needed <= capacity) std::memcpy(result, locale.getName(), needed);
  return needed;
}

struct cicu_collator *cicu_collator_open(const char *locale, bool numeric) {
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<icu::Collator> collator{
      icu::Collator::createInstance(icu::Locale(locale), status)};
  if (U_FAILURE(status) || !collator) return nullptr;
  if (numeric) collator->setAttribute(UCOL_NUMERIC_COLLATION, UCOL_ON, status);
  if (U_FAILURE(status)) return nullptr;
  return new cicu_collator{std::move(collator)};
}

void cicu_collator_close(struct cicu_collator *collator) { delete collator; }

uint32_t cicu_collator_version(const struct cicu_collator *collator) {
  UVersionInfo version;
  collator->collator->getVersion(version);
  return static_cast<uint32_t>(version[0]) << 24 | version[1] << 16 | version[2] << 8 | version[3];
}

int32_t cicu_collator_key(
    const struct cicu_collator *collator, const char *text, int32_t count, uint8_t *result,
    int32_t capacity) {
  const icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(icu::StringPiece(text, count));
  const int32_t written = collator->collator->getSortKey(unicode, result, capacity);
  return written > 0 ? written - 1 : -U_INTERNAL_PROGRAM_ERROR;
}

int32_t cicu_collator_compare(
    const struct cicu_collator *collator, const char *first, int32_t first_count, const char *second,
    int32_t second_count) {
  UErrorCode status = U_ZERO_ERROR;
  const UCollationResult result = collator->collator->compareUTF8(
      icu::StringPiece(first, first_count), icu::StringPiece(second, second_count), status);
  return U_FAILURE(status) ? -2 : result;
}

}  // extern "C"
