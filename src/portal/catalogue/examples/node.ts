/** Renders an example request as a program for Node.js without packages. */
import type { ExampleRequest } from './example-request.ts'

export function renderNodeExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const module = url.startsWith('https:') ? 'node:https' : 'node:http'
  const fields = headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
  const options = [
    `  method: ${JSON.stringify(method)},`,
    ...(basic ? ['  auth: "USER:PASSWORD",'] : []),
    ...(fields.length === 0 ? [] : ['  headers: {', ...fields, '  },']),
    '  timeout: 60_000,',
  ]
  return [
    `import { request } from "${module}"`,
    'import { text } from "node:stream/consumers"',
    '',
    `const call = request(${JSON.stringify(url)}, {`,
    ...options,
    '})',
    'call.on("response", async (response) => {',
    '  console.log(response.statusCode, await text(response))',
    '})',
    'call.on("timeout", () => call.destroy(new Error("no response within 60 s")))',
    `call.end(${body === undefined ? '' : JSON.stringify(body)})`,
  ].join('\n')
}
