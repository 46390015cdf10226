/** Translates what the server says about the values of an attribute: it completes the sentence "takes …". Pure. */
import { t } from '../../../../../shared/ui/text/t.ts'

/** The forms of these descriptions, and the text of each. */
const forms: readonly (readonly [form: RegExp, text: (...parts: readonly string[]) => string])[] = [
  [
    /^an integer from (\S+) to ([^\s,]+), or (.+)$/,
    (least = '', most = '', words = '') => t('an integer from {least} to {most}, or {words}', { least, most, words }),
  ],
  [
    /^an integer from (\S+) to ([^\s,]+)$/,
    (least = '', most = '') => t('an integer from {least} to {most}', { least, most }),
  ],
  [/^one of (.+)$/, (words = '') => t('one of {words}', { words })],
  [
    /^text of at most (\d+) displayable characters$/,
    (most = '') => t('text of at most {most} displayable characters', { most }),
  ],
  [
    /^a name of at most (\d+) characters \(letters, digits and \. \/ _ %\), or blank$/,
    (most = '') => t('a name of at most {most} characters (letters, digits and . / _ %), or blank', { most }),
  ],
  [
    /^a name of at most (\d+) characters that may end in \*$/,
    (most = '') => t('a name of at most {most} characters that may end in *', { most }),
  ],
  [
    /^a name of at most (\d+) characters that may end in \*, or blank$/,
    (most = '') => t('a name of at most {most} characters that may end in *, or blank', { most }),
  ],
  [/^at most (\d+) hexadecimal digits$/, (most = '') => t('at most {most} hexadecimal digits', { most })],
  [
    /^a list of at most (\d+) items, each (.+)$/,
    (most = '', item = '') =>
      t('a list of at most {most} items, each {item}', { most, item: describeAcceptedValues(item) }),
  ],
  [
    /^one or several of (.+), (\d+) characters in all with a comma between them$/,
    (item = '', total = '') =>
      t('one or several of {item}, {total} characters in all with a comma between them', {
        item: describeAcceptedValues(item),
        total,
      }),
  ],
]

/** Returns the description in the language of the page; a description of another form stays as it is. */
export function describeAcceptedValues(takes: string): string {
  for (const [form, text] of forms) {
    const [, ...parts] = form.exec(takes) ?? []
    if (parts.length > 0) return text(...parts)
  }
  return takes
}
