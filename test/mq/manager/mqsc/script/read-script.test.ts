import test from 'ava'
import { readScript } from '../../../../../src/mq/manager/mqsc/script/read-script.ts'

async function commands(text: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for await (const { command } of readScript(text.split('\n'))) if (command) found.push(command)
  return found
}

for (const [title, script, expected] of [
  ['a line is a command', 'DIS QMGR\nDIS QL(A)', ['DIS QMGR', 'DIS QL(A)']],
  ['comments and blank lines are none', '* a comment\n\n  * another\nDIS QMGR', ['DIS QMGR']],
  ['+ goes on at the first character', 'DEF QL(A) +\n   REPLACE', ['DEF QL(A) REPLACE']],
  ['+ joins without a blank', "DEF QL(A) DESCR('on+\n   e')", ["DEF QL(A) DESCR('one')"]],
  ['- goes on at the start of the line', "DEF QL(A) DESCR('on-\n e')", ["DEF QL(A) DESCR('on e')"]],
  ['comments may stand in between', 'DEF QL(A) +\n* why\n REPLACE', ['DEF QL(A) REPLACE']],
  ['semicolons end commands', "DIS QL(A); DIS QL('b;c') ;", ['DIS QL(A)', "DIS QL('b;c')"]],
  ['END ends the script', 'DIS QMGR\nend\nDIS QL(A)', ['DIS QMGR']],
  ['the end of the file ends a command', 'DIS QL(A) +', ['DIS QL(A) ']],
] as const) {
  test(title, async (t) => {
    t.deepEqual(await commands(script), [...expected])
  })
}

test('every line is handed on with its command', async (t) => {
  const lines: (readonly string[])[] = []
  for await (const statement of readScript(['* c', 'DEF QL(A) +', '  REPLACE'])) lines.push(statement.lines)
  t.deepEqual(lines, [['* c'], ['DEF QL(A) +', '  REPLACE']])
})
