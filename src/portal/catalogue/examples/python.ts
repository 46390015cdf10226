/** Renders an example request as Python with the package `requests`. */
import type { ExampleRequest } from './example-request.ts'

export function renderPythonExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const fields = headers.map(([name, value]) => `        ${quote(name)}: ${quote(value)},`)
  const given = [
    `    ${quote(method)},`,
    `    ${quote(url)},`,
    ...(fields.length === 0 ? [] : ['    headers={', ...fields, '    },']),
    ...(basic ? ['    auth=("USER", "PASSWORD"),'] : []),
    ...(body === undefined ? [] : [`    data=${quote(body)}.encode(),`]),
    '    timeout=60,',
  ]
  return `import requests\n\nresponse = requests.request(\n${given.join('\n')}\n)\nprint(response.status_code, response.text)`
}

/** Quotes a text as a Python string. A JSON string is one, once lone surrogates are replaced. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed())
}
