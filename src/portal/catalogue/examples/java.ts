/** Renders an example request as Java with `java.net.http.HttpClient`, Java 11. */
import { type ExampleRequest, quoteUnicode } from './example-request.ts'

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
