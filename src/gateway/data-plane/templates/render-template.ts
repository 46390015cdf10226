/** Renders templates for a call. Values are escaped for the place where they are inserted. */
import { encodeHeaderText } from '../../../shared/lib/headers/header-text.ts'
import type { Call } from '../call/call.ts'
import type { CompiledTemplate } from './template.ts'
import { findSetVariable } from './variables.ts'

/** Renders a template without escaping: for bodies, conditions and variables. */
export function renderTemplate(template: CompiledTemplate, call: Call): string {
  let text = ''
  for (const part of template) text += typeof part === 'string' ? part : part.read(call)
  return text
}

const control = /[\0-\x08\x0a-\x1f\x7f]/

/** Renders a template for a header, in UTF-8; undefined when a value holds a control character. */
export function renderHeaderTemplate(template: CompiledTemplate, call: Call): string | undefined {
  const text = renderTemplate(template, call)
  if (control.test(text)) return undefined
  return encodeHeaderText(text)
}

/** Variables with paths and queries of the request, which are normalised already: inserted without escaping. */
const verbatim: ReadonlySet<string> = new Set([
  'request.path',
  'request.search',
  'request.querystring',
  'request.uri',
  'api.operation.path',
])

const absolute = /^https?:\/\/\S*$/i
const originOnly = /^https?:\/\/[^/?#]+$/i

/**
 * Renders a text that a policy composes. Where it begins as a URL, with fixed text or with a variable that a policy has
 * set, the values that follow are escaped as in `renderUrlTemplate`; a variable directly after the host may hold a path.
 * Returns undefined as `renderUrlTemplate` does.
 */
export function renderComposedText(template: CompiledTemplate, call: Call): string | undefined {
  const [first = '', ...rest] = template
  const start = typeof first === 'string' ? first : findSetVariable(call, first.name)
  if (rest.length === 0 || typeof start !== 'string' || !absolute.test(start)) return renderTemplate(template, call)
  return renderUrlTemplate([start, ...rest], call)
}

const parentSegment = /(?:^|\/)\.\.?(?:[/?;]|$)/

/**
 * Renders a template for the path and query of a request to an upstream. Values are escaped and cannot change the
 * structure of the URL. Returns undefined when the path would climb above the path in the document, or when a
 * parameter has no value.
 */
export function renderUrlTemplate(template: CompiledTemplate, call: Call): string | undefined {
  let text = ''
  let hasRequestValue = false
  for (const part of template) {
    if (typeof part === 'string') {
      text += part
    } else if (!verbatim.has(part.name)) {
      hasRequestValue = true
      const value = part.read(call)
      if (value === '' && part.parameter) return undefined
      const isVerbatim = part.parameter === 'rest' || (/^[/?]/.test(value) && originOnly.test(text))
      text += isVerbatim ? value : encodeURIComponent(value.toWellFormed())
    } else {
      const value = part.read(call)
      text += part.name === 'request.search' && text.includes('?') ? value.replace('?', '&') : value
    }
  }
  return hasRequestValue && parentSegment.test(text.replace(/\?.*/s, '')) ? undefined : text
}
