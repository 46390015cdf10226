import test from 'ava'
import { renderProblems } from '../../../../src/gateway/config/index.ts'
import type { Problem } from '../../../../src/gateway/config/types/index.ts'

const warning = (line: number, message: string, file = 'apis/a.yaml'): Problem => ({
  file,
  line,
  column: 1,
  severity: 'warning',
  message,
})

test('more than three warnings that say the same are one line with their number', (t) => {
  const alike = [3, 1, 4, 1, 5].map((index, line) =>
    warning(line + 1, `paths./x${line}.get.parameters[${index}].format is not known here, and has no effect`),
  )
  t.deepEqual(renderProblems([warning(9, 'title is long'), ...alike]), [
    'apis/a.yaml:9:1 warning: title is long',
    'apis/a.yaml:1:1 warning: paths./x0.get.parameters[3].format is not known here, and has no effect (5 times in this file)',
  ])
})

test('three warnings, other members, other files and all errors stay lines of their own', (t) => {
  const texts = ['a.b is odd', 'a.c is odd', 'd.b is odd', 'e[2].b is odd', 'b[7] is odd', 'f.b is not odd']
  const problems = [
    ...texts.map((text, line) => warning(line, text)),
    ...['x.b is odd', 'y.b is odd'].map((text, line) => warning(line, text, 'apis/b.yaml')),
    ...texts.map(() => ({ ...warning(7, 'a.b is wrong'), severity: 'error' as const })),
  ]
  const lines = renderProblems(problems)
  t.is(lines.filter((line) => line.includes('times in this file')).length, 1)
  t.is(lines.length, problems.length - 3)
  t.is(lines.filter((line) => line.includes('a.b is wrong')).length, 6)
})
