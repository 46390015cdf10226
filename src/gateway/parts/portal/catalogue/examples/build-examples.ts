/** Builds example calls of an operation. */
import type { OperationDescription } from '../../../../config/types/index.ts'
import type { ExampleView, RequirementView } from '../../rest/index.ts'
import type { ExampleRequest } from './example-request.ts'
import { exampleLanguages } from './languages.ts'

export interface ExampleOperation {
  method: string
  /** The absolute URL, with path templates such as `{customerId}`. */
  url: string
  described: OperationDescription
  requirement: RequirementView | undefined
}

/** The languages of the resource `GET /apis/:api`. The page renders the others, with the values of the reader. */
const languages = ['curl', 'javascript', 'python'] as const

export function buildExamples(described: ExampleOperation): ExampleView[] {
  const request = buildExampleRequest(described)
  return languages.map((language) => ({ language, text: exampleLanguages[language][1](request) }))
}

/** Builds a request with the example values of the document. Placeholders in capitals stand for credentials. */
function buildExampleRequest({ method, url, described, requirement }: ExampleOperation): ExampleRequest {
  const query = new URLSearchParams()
  const headers: [string, string][] = []
  // Clients such as curl send other letters as they are, and a request target has ASCII only (RFC 9112 section 3.2).
  let address = url.replaceAll(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
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
    certificate: asked.some(({ type }) => type === 'mutualTLS'),
    body: content?.example,
  }
}
