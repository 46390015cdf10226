/** Calls of an operation, ready to paste. */
import type { OperationDescription } from '../../../config/types/index.ts'
import type { ExampleView, RequirementView } from '../../rest/index.ts'
import { renderCurlExample } from './curl.ts'
import type { ExampleRequest } from './example-request.ts'
import { renderJavaScriptExample } from './javascript.ts'
import { renderPythonExample } from './python.ts'

export interface ExampleOperation {
  method: string
  /** Whole, with the templates of the path. */
  url: string
  described: OperationDescription
  requirement: RequirementView | undefined
}

/** Every language that a call is told in. */
const languages = [
  ['curl', renderCurlExample],
  ['javascript', renderJavaScriptExample],
  ['python', renderPythonExample],
] as const

export function buildExamples(described: ExampleOperation): ExampleView[] {
  const request = buildExampleRequest(described)
  return languages.map(([language, render]) => ({ language, text: render(request) }))
}

/** What must be sent, with the examples of the document; what only callers know stands there in capitals. */
function buildExampleRequest({ method, url, described, requirement }: ExampleOperation): ExampleRequest {
  const query = new URLSearchParams()
  const headers: [string, string][] = []
  let address = url
  for (const { name, in: location, required, example } of described.parameters) {
    if (location === 'path') address = address.replaceAll(`{${name}}`, encodeURIComponent(example))
    if (!required) continue
    if (location === 'query') query.append(name, example)
    if (location === 'header') headers.push([name, example])
  }

  const asked = requirement?.all ?? []
  if (asked.some(({ type }) => type === 'oauth2')) headers.push(['Authorization', 'Bearer ACCESS_TOKEN'])
  for (const { key } of asked) {
    const value = key?.is === 'client secret' ? 'CLIENT_SECRET' : 'CLIENT_ID'
    if (key?.in === 'header') headers.push([key.name, value])
    if (key?.in === 'query') query.append(key.name, value)
  }

  const content = described.body?.content.find(({ example }) => example !== undefined)
  if (content && !content.type.includes('*')) headers.push(['Content-Type', content.type])
  const search = query.toString()
  return {
    method,
    url: search === '' ? address : `${address}?${search}`,
    headers,
    basic: asked.some(({ type }) => type === 'basic'),
    body: content?.example,
  }
}
