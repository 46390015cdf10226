/** Renders example requests in languages of scripts. */
import { quoteForShell } from '../../../../../shared/cli/common/quote.ts'
import { type ExampleRequest, quoteUnicode } from './example-request.ts'

/** Renders an example request as a curl command for a POSIX shell. */
export function renderCurlExample({ method, url, headers, basic, certificate, body }: ExampleRequest): string {
  const parts = [
    `curl ${findMethodOption(method, body)}${quoteForShell(url)}`,
    ...(basic ? [`-u ${quoteForShell('USER:PASSWORD')}`] : []),
    ...(certificate ? ['--cert client.pem --key client-key.pem'] : []),
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteForShell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** `-X HEAD` would wait for a body. */
function findMethodOption(method: string, body: string | undefined): string {
  if (method === 'HEAD') return '--head '
  return method === 'GET' && body === undefined ? '' : `-X ${method} `
}

/** Renders an example request as JavaScript with `fetch`, for browsers and Node.js. */
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

/** Renders an example request as a program for Node.js without packages. */
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

/** Renders an example request as Python with the package `requests`. */
export function renderPythonExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const fields = headers.map(([name, value]) => `        ${quoteUnicode(name)}: ${quoteUnicode(value)},`)
  const given = [
    `    ${quoteUnicode(method)},`,
    `    ${quoteUnicode(url)},`,
    ...(fields.length === 0 ? [] : ['    headers={', ...fields, '    },']),
    ...(basic ? ['    auth=("USER", "PASSWORD"),'] : []),
    ...(body === undefined ? [] : [`    data=${quoteUnicode(body)}.encode(),`]),
    '    timeout=60,',
  ]
  return `import requests\n\nresponse = requests.request(\n${given.join('\n')}\n)\nprint(response.status_code, response.text)`
}

/** Renders an example request as PHP with the cURL extension. */
export function renderPhpExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const fields = headers.map(([name, value]) => `        ${quote(`${name}: ${value}`)},`)
  return [
    '<?php',
    `$call = curl_init(${quote(url)});`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => ${quote(method)},`,
    ...(fields.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...fields, '    ],']),
    ...(basic ? ["    CURLOPT_USERPWD => 'USER:PASSWORD',"] : []),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${quote(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 60,',
    ']);',
    '$text = curl_exec($call);',
    'echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), " ", $text === false ? curl_error($call) : $text, "\\n";',
  ].join('\n')
}

/** Quotes a text as a PHP string. Inside single quotes only the quote and the backslash have a meaning. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
