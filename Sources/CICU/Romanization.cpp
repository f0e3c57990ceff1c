#include "CICU.h"

#include <array>
#include <memory>
#include <string>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

// Opened one by one, when the first text needs them: ICU builds its rules when it opens them.
struct cicu_romanizer {
  struct Rules {
    bool isTried = false;
    std::unique_ptr<icu::Transliterator> transliterator;
  };
  std::array<Rules, 4> rules;
};

namespace {

const icu::Transliterator *transliterator(struct cicu_romanizer *romanizer, int32_t rules) {
  static const char *const names[] = {
      "Any-Latin", "Russian-Latin/BGN", "Ukrainian-Latin/BGN", "Greek-Latin/UNGEGN"};
  if (rules < 0 || rules >= static_cast<int32_t>(romanizer->rules.size())) return nullptr;
  auto &known = romanizer->rules[rules];
  if (!known.isTried) {
    known.isTried = true;
    UErrorCode status = U_ZERO_ERROR;
    known.transliterator.reset(
        icu::Transliterator::createInstance(names[rules], UTRANS_FORWARD, status));
    if (U_FAILURE(status)) known.transliterator.reset();
  }
  // An ICU may be built without the rules of a language.
  if (!known.transliterator && rules != CICU_ROMANIZE_ANY) {
    return transliterator(romanizer, CICU_ROMANIZE_ANY);
  }
  return known.transliterator.get();
}

}  // namespace

extern "C" {

struct cicu_romanizer *cicu_romanizer_open(void) { return new cicu_romanizer; }

void cicu_romanizer_close(struct cicu_romanizer *romanizer) { delete romanizer; }

int32_t cicu_romanize(
    struct cicu_romanizer *romanizer, int32_t rules, const char *text, int32_t count, char *result,
    int32_t capacity) {
  const icu::Transliterator *rule = transliterator(romanizer, rules);
  if (rule == nullptr) return -U_MISSING_RESOURCE_ERROR;
  icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(icu::StringPiece(text, count));
  rule->transliterate(unicode);
  if (unicode.isBogus()) return -U_MEMORY_ALLOCATION_ERROR;
  std::string bytes;
  unicode.toUTF8String(bytes);
  const int32_t needed = static_cast<int32_t>(bytes.size());
  if (needed <= capacity) bytes.copy(result, bytes.size());
  return needed;
}

int32_t cicu_letter_script(uint32_t scalar) {
  if (!u_hasBinaryProperty(static_cast<UChar32>(scalar), UCHAR_ALPHABETIC)) return CICU_SCRIPT_NONE;
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(scalar), &status);
  if (U_FAILURE(status)) return CICU_SCRIPT_NONE;
  switch (script) {
    case USCRIPT_COMMON:
    case USCRIPT_INHERITED:
    case USCRIPT_UNKNOWN:
    case USCRIPT_LATIN: return CICU_SCRIPT_NONE;
    case USCRIPT_HAN: return CICU_SCRIPT_HAN;
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA: return CICU_SCRIPT_KANA;
    case USCRIPT_CYRILLIC: return CICU_SCRIPT_CYRILLIC;
    case USCRIPT_GREEK: return CICU_SCRIPT_GREEK;
    default: return CICU_SCRIPT_OTHER;
  }
}

}  // extern "C"
