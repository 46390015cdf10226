import test from 'ava'
import { exampleLanguages } from '../../../../../../src/gateway/parts/portal/catalogue/examples/languages.ts'

const hostile = `it's "new" \\ $(id) \`id\` #{1} \${2} %s\n?> */ </script>`
const request = {
  method: 'POST',
  url: 'https://api.example.com/orders?q=%22',
  headers: [
    ['X-Note', hostile.replace('\n', ' ')],
    ['Content-Type', 'application/json'],
  ],
  basic: true,
  body: JSON.stringify({ note: hostile }),
} as const

test('there are eight languages, each with a title', (t) => {
  const titles = Object.values(exampleLanguages).map(([title]) => title)
  t.deepEqual(titles, ['curl', 'JavaScript', 'Node.js', 'Python', 'Java', 'C#', 'Go', 'PHP'])
})

for (const [title, render] of Object.values(exampleLanguages)) {
  test(`${title}: a sample has the method, the URL, the credentials and the body`, (t) => {
    const text = render(request)
    t.true(text.includes('https://api.example.com/orders?q=%22'))
    t.true(text.includes('POST'))
    t.regex(text, /USER.{1,4}PASSWORD/)
    t.true(text.includes('note'))
  })

  test(`${title}: a sample without headers and body names neither`, (t) => {
    const text = render({ method: 'GET', url: 'http://api.example.com/', headers: [], basic: false, body: undefined })
    t.notRegex(text, /undefined|USER|Content-Type|HTTPHEADER|headers/)
  })

  test(`${title}: a sample with a header only has the header`, (t) => {
    const text = render({
      method: 'GET',
      url: 'http://api.example.com/',
      headers: [['X-Note', 'blue']],
      basic: false,
      body: undefined,
    })
    t.regex(text, /X-Note/)
    t.regex(text, /blue/)
  })

  test(`${title}: a sample with a method only has the method`, (t) => {
    const text = render({
      method: 'DELETE',
      url: 'http://api.example.com/1',
      headers: [],
      basic: false,
      body: undefined,
    })
    t.regex(text, /delete/i)
  })
}

test('strings of a sample end where they should', (t) => {
  // The quoted body read back with the rules of JSON, which these languages share for what JSON escapes.
  for (const language of ['node', 'java', 'csharp', 'go'] as const) {
    const text = exampleLanguages[language][1](request)
    const found = text.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []
    t.true(
      found.some((each) => JSON.parse(each) === request.body),
      language,
    )
  }
  const php = exampleLanguages.php[1](request).match(/'(?:[^'\\]|\\[\\'])*'/g) ?? []
  t.true(php.some((each) => each.slice(1, -1).replace(/\\([\\'])/g, '$1') === request.body))
})

test('curl requests only the head of a response to HEAD', (t) => {
  const request = { method: 'HEAD', url: 'https://api.example/x', headers: [], basic: false, body: undefined }
  t.is(exampleLanguages.curl[1](request), "curl --head 'https://api.example/x'")
})
