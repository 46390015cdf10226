import test from 'ava'
import {
  listKeywords,
  parseAnswer,
  splitScript,
  tokenizeCommand,
} from '../../../../../src/mq/parts/console/pages/mqsc/mqsc-text.ts'

test('a script is split into commands, with continued lines and without comments', (t) => {
  const script = `* a comment
DEFINE QLOCAL(A) +
    DESCR('a + b') -
MAXDEPTH(7)

  * another one
DISPLAY QLOCAL(*);
PING QMGR`
  t.deepEqual(splitScript(script), ["DEFINE QLOCAL(A) DESCR('a + b') MAXDEPTH(7)", 'DISPLAY QLOCAL(*)', 'PING QMGR'])
  t.deepEqual(splitScript(' \n* nothing\n'), [])
})

test('tokens have the kinds that colours show, and are together the text', (t) => {
  const text = "* note\nDEFINE QLOCAL('a''b') DESCR(X) +\n  REPLACE\nALTER QMGR"
  const tokens = tokenizeCommand(text)
  t.is(tokens.map((token) => token.text).join(''), text)
  const kinds = tokens.filter(({ text: part }) => /\w/.test(part)).map((token) => [token.text, token.kind])
  t.deepEqual(kinds, [
    ['* note', 'comment'],
    ['DEFINE', 'verb'],
    ['QLOCAL', 'keyword'],
    ["'a''b'", 'string'],
    ['DESCR', 'keyword'],
    ['X', 'value'],
    ['REPLACE', 'keyword'],
    ['ALTER', 'verb'],
    ['QMGR', 'keyword'],
  ])
})

test('the text of DISPLAY becomes rows', (t) => {
  const rows = parseAnswer([
    'AMQ8409I: Display Queue details.\n   QUEUE(A)   TYPE(QLOCAL)\n   CONNAME(host(1414))',
    'AMQ8409I: Display Queue details.\n   QUEUE(B)   DESCR( )',
  ])
  t.deepEqual(listKeywords(rows), ['QUEUE', 'TYPE', 'CONNAME', 'DESCR'])
  t.deepEqual(
    rows.map((row) => [row.get('QUEUE'), row.get('CONNAME'), row.get('DESCR')]),
    [
      ['A', 'host(1414)', undefined],
      ['B', undefined, ''],
    ],
  )
})
