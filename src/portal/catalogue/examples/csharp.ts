/** Renders an example request as C# with `HttpClient`, .NET 6. */
import { type ExampleRequest, quoteUnicode } from './example-request.ts'

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
