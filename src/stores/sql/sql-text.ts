/**
 * @module
 * Strings in text columns. Databases keep UTF-8, some without U+0000, and JavaScript has strings that are
 * neither: those few are kept as JSON behind a mark, so that every string comes back as it was.
 */

/** The string as a text column can keep it; almost always itself. Equal strings give equal texts. */
export function sqlText(value: string): string {
  return NEEDS_MARK.test(value) ? MARK + JSON.stringify(value) : value;
}

/** The string that `sqlText` made this of. */
export function stringOfSql(text: string): string {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as string) : text;
}

/** As `sqlText`; `null` stays `null`. */
export function sqlTextOrNull(value: string | null): string | null {
  return value === null ? null : sqlText(value);
}

/** As `stringOfSql`; `null` stays `null`. */
export function stringOfSqlOrNull(text: string | null): string | null {
  return text === null ? null : stringOfSql(text);
}

/** A character that no id has in practice, and that may stand in every text column. */
const MARK = "\u0001";

/** What begins with the mark, holds U+0000, or holds a surrogate without its other half. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it looks for
const NEEDS_MARK = /^\u0001|[\0\p{Surrogate}]/u;
