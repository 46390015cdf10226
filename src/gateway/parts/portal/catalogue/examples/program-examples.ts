/** Renders example requests in compiled languages. */
import { type ExampleRequest, quoteUnicode } from './example-request.ts'

/** Renders an example request as Java with `java.net.http.HttpClient`, Java 11. */
export function renderJavaExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const content =
    body === undefined
      ? 'HttpRequest.BodyPublishers.noBody()'
      : `HttpRequest.BodyPublishers.ofString(${quoteUnicode(body)})`
  return [
    ...(basic ? ['import java.nio.charset.StandardCharsets;'] : []),
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    'import java.time.Duration;',
    ...(basic ? ['import java.util.Base64;'] : []),
    '',
    'public class Example {',
    '  public static void main(String[] arguments) throws Exception {',
    ...(basic
      ? [
          '    String basic = Base64.getEncoder()',
          '        .encodeToString("USER:PASSWORD".getBytes(StandardCharsets.UTF_8));',
        ]
      : []),
    `    HttpRequest request = HttpRequest.newBuilder(URI.create(${quoteUnicode(url)}))`,
    ...headers.map(([name, value]) => `        .header(${quoteUnicode(name)}, ${quoteUnicode(value)})`),
    ...(basic ? ['        .header("Authorization", "Basic " + basic)'] : []),
    '        .timeout(Duration.ofSeconds(60))',
    `        .method(${quoteUnicode(method)}, ${content})`,
    '        .build();',
    '    HttpResponse<String> response = HttpClient.newHttpClient()',
    '        .send(request, HttpResponse.BodyHandlers.ofString());',
    '    System.out.println(response.statusCode() + " " + response.body());',
    '  }',
    '}',
  ].join('\n')
}

/** Renders an example request as C# with `HttpClient`, .NET 6. */
export function renderCsharpExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return [
    'using System.Net.Http.Headers;',
    'using System.Text;',
    '',
    'using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };',
    `using var request = new HttpRequestMessage(new HttpMethod(${quoteUnicode(method)}), ${quoteUnicode(url)});`,
    ...others.map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${quoteUnicode(name)}, ${quoteUnicode(value)});`,
    ),
    ...(basic
      ? [
          'var basic = Convert.ToBase64String(Encoding.UTF8.GetBytes("USER:PASSWORD"));',
          'request.Headers.Authorization = new AuthenticationHeaderValue("Basic", basic);',
        ]
      : []),
    ...(body === undefined ? [] : [`request.Content = new StringContent(${quoteUnicode(body)}, Encoding.UTF8);`]),
    ...(body === undefined || type === undefined
      ? []
      : [`request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${quoteUnicode(type)});`]),
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  ].join('\n')
}

/** Renders an example request as Go with `net/http`. */
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
    `\trequest, err := http.NewRequest(${quoteUnicode(method)}, ${quoteUnicode(url)}, ${body === undefined ? 'nil' : `strings.NewReader(${quoteUnicode(body)})`})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quoteUnicode(name)}, ${quoteUnicode(value)})`),
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
