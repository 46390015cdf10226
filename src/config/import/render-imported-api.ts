/** Renders an imported API as the text of a YAML document. */
import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule } from 'js-yaml'

import { maxDocumentBytes } from '../text/parse-document.ts'
import { escapeReferences } from '../text/references.ts'
import { ImportError } from './import-types.ts'

/**
 * Texts that the fast YAML parser leaves to the exact one, which takes ten times as long, unless they are quoted. Lines are not
 * folded, because a folded line could begin with such a text.
 */
const slowText = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|^ *---/m

const quoteSlowTexts: ScalarStyleRule = (layout) => {
  if (slowText.test(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED
}
const scalarStyleRules = [quoteSlowTexts, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)]

/**
 * Returns the text. `$env{...}` and `$file{...}` in the texts of the document insert nothing. Throws `ImportError` when the text is
 * larger than a document may be.
 */
export function renderImportedApi(document: Record<string, unknown>): string {
  const yaml = dump(escapeTexts(document), { noRefs: true, lineWidth: -1, scalarStyleRules })
  const text = `# yaml-language-server: $schema=../schemas/api.json\n${yaml}`
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxDocumentBytes) return text
  const [size, limit] = [bytes, maxDocumentBytes].map((each) => Math.ceil(each / 1024 / 1024))
  throw new ImportError(
    `the API document would have ${size} MiB, and the limit is ${limit} MiB: remove examples or paths from the file`,
  )
}

function escapeTexts(value: unknown): unknown {
  if (typeof value === 'string') return escapeReferences(value)
  if (Array.isArray(value)) return value.map(escapeTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escapeTexts(each)]))
}
