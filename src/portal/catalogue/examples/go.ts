/** Renders an example request as Go with `net/http`. */
import type { ExampleRequest } from './example-request.ts'

export function renderGoExample({ method, url, headers, basic, body }: ExampleRequest): string {
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(body === undefined ? [] : ['\t"strings"']),
    '\t"time"',
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quote(method)}, ${quote(url)}, ${body === undefined ? 'nil' : `strings.NewReader(${quote(body)})`})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quote(name)}, ${quote(value)})`),
    ...(basic ? ['\trequest.SetBasicAuth("USER", "PASSWORD")'] : []),
    '\tclient := &http.Client{Timeout: 60 * time.Second}',
    '\tresponse, err := client.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
  ].join('\n')
}

/** Quotes a text as a Go string: a JSON string is one, as Go knows all of its escapes. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed())
}
