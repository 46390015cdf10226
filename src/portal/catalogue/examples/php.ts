/** Renders an example request as PHP with the cURL extension. */
import type { ExampleRequest } from './example-request.ts'

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
