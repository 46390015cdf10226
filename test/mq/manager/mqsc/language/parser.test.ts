import test from 'ava'
import {
  CommandSyntaxError,
  type CommandWord,
  parseCommand,
  parseConditionValues,
} from '../../../../../src/mq/manager/mqsc/language/parser.ts'

const read = (text: string) =>
  parseCommand(text).map(({ keyword, values }: CommandWord) => (values ? [keyword, ...values] : keyword))

for (const [title, text, words] of [
  ['folds what is not quoted', 'display qlocal(app.in) curDepth', ['DISPLAY', ['QLOCAL', 'APP.IN'], 'CURDEPTH']],
  ['keeps the case of what is quoted', "DIS QL('app.In')", ['DIS', ['QL', 'app.In']]],
  ['reads a doubled quote as one', "ALTER QL(A) DESCR('it''s')", ['ALTER', ['QL', 'A'], ['DESCR', "it's"]]],
  ['keeps blanks and marks in quotes', "X Y('a (b), c;')", ['X', ['Y', 'a (b), c;']]],
  ['reads lists', 'X Y(A,B, C  D)', ['X', ['Y', 'A', 'B', 'C', 'D']]],
  ['reads an empty list', 'X Y( )', ['X', ['Y']]],
  ['reads empty text', "X Y('')", ['X', ['Y', '']]],
  [
    'takes blanks before a parenthesis',
    'DEFINE QLOCAL (A) MAXDEPTH (1)',
    ['DEFINE', ['QLOCAL', 'A'], ['MAXDEPTH', '1']],
  ],
  [
    'takes one comma between words',
    'DEFINE QL(A), GET(ENABLED) , REPLACE',
    ['DEFINE', ['QL', 'A'], ['GET', 'ENABLED'], 'REPLACE'],
  ],
  ['takes lines and tabs as blanks', 'DIS\n\tQL(A)\r\nALL', ['DIS', ['QL', 'A'], 'ALL']],
  ['takes a semicolon at the end', 'DIS QMGR ;', ['DIS', 'QMGR']],
] as const) {
  test(title, (t) => {
    t.deepEqual(read(text), words as unknown as ReturnType<typeof read>)
  })
}

for (const [title, text, end] of [
  ['nothing at all', '  ', 2],
  ['a quote that is not closed', "DIS QL('A)", 10],
  ['a parenthesis that is not closed', 'DIS QL(A', 8],
  ['a parenthesis that was never opened', 'DIS QL)A', 7],
  ['a parenthesis in a parenthesis', 'DIS QL(A(B))', 9],
  ['two commas', 'DIS QL(A),,ALL', 11],
  ['a comma at the end', 'DIS QL(A),', 10],
  ['two commas in a list', 'DIS QL(A,,B)', 10],
  ['two commands', 'DIS QMGR; DIS QMGR', 10],
  ['double quotes', 'DIS QL("A")', 8],
] as const) {
  test(`refuses ${title}, and says where`, (t) => {
    t.is(t.throws(() => parseCommand(text), { instanceOf: CommandSyntaxError })?.end, end)
  })
}

for (const [title, text] of [
  ['quotes', "'".repeat(65_535)],
  ['opening parentheses', '('.repeat(65_536)],
  ['blanks and a word', `${' '.repeat(65_535)}X(`],
  ['blanks before a parenthesis, again and again', `X${' '.repeat(200)}`.repeat(326).concat('(')],
  ['commas', `X(${',A'.repeat(32_000)}`],
] as const) {
  test(`refuses 64 KiB of ${title}`, (t) => {
    t.throws(() => parseCommand(text), { instanceOf: CommandSyntaxError })
  })
}

for (const [title, text] of [
  ['words', 'X '.repeat(32_768)],
  ['values', `X(${'A '.repeat(32_766)})`],
] as const) {
  test(`gives up on 64 KiB of ${title} long before their end`, (t) => {
    const end = t.throws(() => parseCommand(text), { instanceOf: CommandSyntaxError })?.end
    t.true(end !== undefined && end < 2000)
  })
}

test('work grows with the length of the text, and no faster', (t) => {
  const work = (length: number) => {
    const run = ' '.repeat(length)
    const text = `X${run}(${run}A${run},${run}${'B'.repeat(length)}`
    let looks = 0
    const counting = {
      length: text.length,
      charAt: (at: number) => text.charAt(at),
      charCodeAt(at: number) {
        looks++
        return text.charCodeAt(at)
      },
      indexOf: (mark: string, from: number) => text.indexOf(mark, from),
      slice: (from: number, to?: number) => text.slice(from, to),
    }
    t.throws(() => parseCommand(counting as unknown as string), { instanceOf: CommandSyntaxError })
    return looks
  }
  t.true(work(16_000) <= 9 * work(2000))
})

test('reads a condition as JSON carries it without folding', (t) => {
  t.deepEqual(parseConditionValues("descr LK 'it''s*'"), ['descr', 'LK', "it's*"])
})
