/** Renders an example request as JavaScript with `fetch`, for browsers and Node.js. */
import type { ExampleRequest } from './example-request.ts'

export function renderJavaScriptExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const fields = [
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
    ...(basic ? ['    "Authorization": "Basic " + btoa("USER:PASSWORD"),'] : []),
  ]
  const members = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(fields.length === 0 ? [] : ['  headers: {', ...fields, '  },']),
    ...(body === undefined ? [] : [`  body: ${renderBody(body)},`]),
  ]
  const options = members.length === 0 ? '' : `, {\n${members.join('\n')}\n}`
  return `const response = await fetch(${JSON.stringify(url)}${options})\nconsole.log(response.status, await response.text())`
}

/** Renders a JSON body as an object literal, and any other body as a string. */
function renderBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object') return `JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')})`
  } catch {} // the body is not JSON
  return JSON.stringify(body)
}
