import test from 'ava'
import {
  renderAsJunit,
  renderTests,
  renderUnguarded,
} from '../../../../../src/gateway/parts/document-tests/commands/render-tests.ts'
import type { TestReport } from '../../../../../src/gateway/parts/document-tests/engine/index.ts'

const location = { file: 'apis/a.test.yaml', line: 7, column: 5 }
const report: TestReport = {
  files: [
    {
      file: 'apis/a.test.yaml',
      problems: [],
      tests: [
        { name: 'one', location, differences: [], duration: 1 },
        { name: 'two <&"', location, differences: ['status: expected 200, found 401', 'a\u001b[31m'], duration: 2 },
      ],
    },
  ],
  passed: 1,
  failed: 1,
  coverage: { operations: { covered: 1, missed: ['apis/a.yaml GET /x'] }, branches: { covered: 0, missed: [] } },
}

test('each file has a line, each failed test its place and its differences', (t) => {
  t.is(
    renderTests(report, { coverage: false }),
    `apis/a.test.yaml: 1 passed, 1 failed
  apis/a.test.yaml:7 two <&"
    status: expected 200, found 401
    a\\u001b[31m
1 passed, 1 failed
`,
  )
})

test('the coverage lists what no test reaches', (t) => {
  t.regex(
    renderTests(report, { coverage: true }),
    /1 of 2 operations\n {2}not reached: apis\/a\.yaml GET \/x\n0 of 0 branches/,
  )
})

test('the XML of JUnit escapes names and differences', (t) => {
  const xml = renderAsJunit(report)
  t.regex(xml, /<testsuites tests="2" failures="1">/)
  t.regex(
    xml,
    /<testcase classname="apis\/a\.test\.yaml" name="two &lt;&amp;&quot;" time="0\.002"><failure message="status: /,
  )
  t.notRegex(xml, /\u001b/)
})

test('lines that no test would miss are listed before their number', (t) => {
  t.is(renderUnguarded(['apis/a.yaml:3 security'], 4), 'apis/a.yaml:3 security\n3 of 4 changes noticed by a test\n')
})
