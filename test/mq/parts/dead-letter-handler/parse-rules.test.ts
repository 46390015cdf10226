import test from 'ava'
import { parseRules } from '../../../../src/mq/parts/dead-letter-handler/parse-rules.ts'
import { RulesError } from '../../../../src/mq/parts/dead-letter-handler/read-entries.ts'

test('control data and rules have their defaults', (t) => {
  const { control, rules } = parseRules('ACTION(RETRY)\n')
  t.deepEqual(control, { INPUTQ: '', INPUTQM: '', RETRYINT: 60, WAIT: 'YES' })
  t.deepEqual(rules, [
    { line: 1, patterns: new Map(), ACTION: 'RETRY', FWDQ: '', FWDQM: '', HEADER: 'YES', PUTAUT: 'DEF', RETRY: 1 },
  ])
})

test('a table of the product is read', (t) => {
  const { control, rules } = parseRules(`* control data
inputqm(' ') INPUTQ('SYSTEM.DEAD.LETTER.QUEUE')   RETRYINT(30), WAIT(10)

* rules
REASON(MQRC_Q_FULL) DESTQ('APP.*') ACTION(RETRY) +
      RETRY(5)
REASON(2051),PERSIST(MQPER_PERSISTENT),MSGTYPE(8) AC-
TION(FWD) FWDQ(&DESTQ) FWDQM(&REPLYQM) HEADER(NO) PUTAUT(CTX)
USERID('o''neil') APPLTYPE(*) FORMAT(MQSTR) ACTION(DISCARD)
`)
  t.deepEqual(control, { INPUTQ: 'SYSTEM.DEAD.LETTER.QUEUE', INPUTQM: '', RETRYINT: 30, WAIT: 10 })
  t.like(rules[0], { line: 5, ACTION: 'RETRY', RETRY: 5, HEADER: 'YES', PUTAUT: 'DEF' })
  t.like(rules[1], { line: 7, ACTION: 'FWD', FWDQ: '&DESTQ', FWDQM: '&REPLYQM', HEADER: 'NO', PUTAUT: 'CTX' })
  t.deepEqual(
    rules.map(({ patterns }) => Object.fromEntries(patterns)),
    [
      { REASON: 2053, DESTQ: 'APP.*' },
      { REASON: 2051, PERSIST: 1, MSGTYPE: 8 },
      { USERID: "o'neil", FORMAT: 'MQSTR' },
    ],
  )
})

for (const [text, message] of [
  ['', 'line 1, column 1: the table must contain at least one rule, such as ACTION(RETRY)'],
  ['ACTION(RETRY)\n,', 'line 2, column 1: the rule has no ACTION: DISCARD, IGNORE, RETRY or FWD'],
  ['INPUTQ(A)', 'line 1, column 1: the table must contain at least one rule, such as ACTION(RETRY)'],
  ['* only\nREASON(2053)', 'line 2, column 1: the rule has no ACTION: DISCARD, IGNORE, RETRY or FWD'],
  [
    'ACTION(RETRY)\nWAIT(NO) ACTION(RETRY)',
    'line 2, column 1: WAIT is control data, which only the first entry of the table may contain',
  ],
  ['ACTION(RETRY) RESON(2053)', 'line 1, column 15: there is no keyword RESON - did you mean "REASON"?'],
  ['ACTION(RETRY) ACTION(IGNORE)', 'line 1, column 15: ACTION is given twice in this entry'],
  ['ACTION(FLY)', 'line 1, column 8: ACTION must be DISCARD, IGNORE, RETRY, FWD, found "FLY"'],
  ['ACTION(FWD)', 'line 1, column 1: ACTION(FWD) needs FWDQ, the queue to which the message goes'],
  ['ACTION(RETRY) +\n  FWDQ(A)', 'line 2, column 3: FWDQ belongs to ACTION(FWD), and the action is RETRY'],
  ['ACTION(RETRY) RETRY(0)', 'line 1, column 21: RETRY must be a number from 1 to 999999999, found "0"'],
  [
    "ACTION(RETRY) MSGTYPE('*')",
    "line 1, column 23: MSGTYPE must be a number from 0 to 999999999, *, a name such as MQMT_REQUEST, found '*'",
  ],
  [
    'ACTION(RETRY) REASON(MQRC_FULL)',
    'line 1, column 22: REASON must be a number from 0 to 999999999, *, a name such as MQRC_ALIAS_BASE_Q_TYPE_ERROR, found "MQRC_FULL"',
  ],
  [
    'WAIT(SOON)\nACTION(RETRY)',
    'line 1, column 6: WAIT must be YES, NO or a number of seconds from 0 to 999999999, found "SOON"',
  ],
  ['ACTION(RETRY) DESTQ()', 'line 1, column 21: DESTQ needs a value, found ""'],
  ["ACTION(RETRY) DESTQ('')", "line 1, column 21: DESTQ needs a value, found ''"],
  ['ACTION(RETRY) FORMAT(LONGFORMAT)', 'line 1, column 22: FORMAT may have 8 characters, found "LONGFORMAT"'],
  ['ACTION RETRY', 'line 1, column 8: "(" must follow ACTION, found "R"'],
  ['ACTION(RETRY', 'line 1, column 13: ")" must end the value of ACTION, found the end of the entry'],
  ["ACTION(RETRY) DESTQ('A)", 'line 1, column 21: the closing quote of this value is missing'],
  ['ACTION(RETRY)REASON(2053)', 'line 1, column 14: a blank or a comma must follow the value of ACTION, found "R"'],
  ['ACTION(RETRY) 5', 'line 1, column 15: a keyword must begin here, found "5"'],
  ['ACTION(RETRY) +', 'line 1, column 1: the table ends after "+", which continues a line'],
] as const) {
  test(`rejects ${JSON.stringify(text)}`, (t) => {
    t.throws(() => parseRules(text), { instanceOf: RulesError, message })
  })
}
