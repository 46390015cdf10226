/** Renders an imported API as the text of a YAML document. */
import { randomUUID } from 'node:crypto'
import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule } from 'js-yaml'
import { maxDocumentBytes } from '../../../config/text/parse-document.ts'
import { escapeReferences } from '../../../config/text/references.ts'
import { ImportError } from './import-types.ts'

/** Texts that must be quoted for the fast YAML parser. Lines are not folded: one could begin with such a text. */
const slowText = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|^ *---/m

const quoteSlowTexts: ScalarStyleRule = (layout) => {
  if (slowText.test(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}
const scalarStyleRules = [quoteSlowTexts, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)]

/** Longer texts are rendered separately: an expression of the library overflows the stack for a megabyte. */
const maxRenderedLength = 100_000
/** The longest name that YAML accepts in the line of its value (YAML 1.2.2 section 8.2.2). */
const maxNameLength = 1_024

/** Returns the text, in which `$env{…}` and `$file{…}` insert nothing. Throws `ImportError` when it is too large. */
export function renderImportedApi(document: Record<string, unknown>): string {
  const longTexts: string[] = []
  const mark = `long-text-${randomUUID()}-`
  const shortened = convertTexts(document, (text) => {
    const escaped = escapeReferences(text)
    if (escaped.length <= maxRenderedLength) return escaped
    longTexts.push(escaped)
    return `${mark}${longTexts.length - 1}`
  })
  const yaml = dump(shortened, { noRefs: true, lineWidth: -1, scalarStyleRules })
  const full = yaml.replaceAll(new RegExp(`${mark}(\\d+)`, 'g'), (_, index: string) =>
    quote(longTexts[Number(index)] ?? ''),
  )
  const text = `# yaml-language-server: $schema=../schemas/api.json\n${full}`
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxDocumentBytes) return text
  const [size, limit] = [bytes, maxDocumentBytes].map((each) => Math.ceil(each / 1024 / 1024))
  throw new ImportError(
    `the API document would have ${size} MiB, and the limit is ${limit} MiB: remove examples or paths from the file`,
  )
}

/** Returns a text in double quotes: JSON, with escapes for the characters that the fast parser leaves to the exact one. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns a copy with other texts. Throws `ImportError` for a name that is too long. */
function convertTexts(value: unknown, convert: (text: string) => string): unknown {
  if (typeof value === 'string') return convert(value)
  if (Array.isArray(value)) return value.map((each) => convertTexts(each, convert))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name.length <= maxNameLength) return [name, convertTexts(each, convert)]
      throw new ImportError(
        `the file has a member whose name is longer than ${maxNameLength} characters: "${name.slice(0, 40)}…"`,
      )
    }),
  )
}
