import test from 'ava'
import { parseMessage, renderParts } from '../../../../src/shared/ui/text/message-format.ts'

const render = (message: string, values: Record<string, unknown> = {}, locale = 'en') =>
  renderParts(parseMessage(message), values, locale).join('')

for (const [title, message, values, expected] of [
  ['a text without values', 'Log in', {}, 'Log in'],
  ['a value', 'Delete {name}', { name: 'APP.IN' }, 'Delete APP.IN'],
  ['a value that contains braces', 'Delete {name}', { name: '{x}' }, 'Delete {x}'],
  ['a number in groups', '{count} of {all}', { count: 1, all: 25_499 }, '1 of 25,499'],
  ['a plural', '{n, plural, one {# queue} other {# queues}}', { n: 1 }, '1 queue'],
  ['another plural', '{n, plural, one {# queue} other {# queues}}', { n: 2500 }, '2,500 queues'],
  ['an exact number', '{n, plural, =0 {none} one {one} other {#}}', { n: 0 }, 'none'],
  ['a value in a branch', '{n, plural, one {# {kind}} other {# {kinds}}}', { n: 2, kind: 'a', kinds: 'b' }, '2 b'],
  ['a choice', '{who, select, user {User} other {Group}}', { who: 'user' }, 'User'],
  ['the other choice', '{who, select, user {User} other {Group}}', { who: 'x' }, 'Group'],
  ['# outside of a plural', 'levels # and +', {}, 'levels # and +'],
] as const) {
  test(`renders ${title}`, (t) => {
    t.is(render(message, values), expected)
  })
}

test('numbers are in the form of the language', (t) => {
  t.is(render('{n, plural, one {# Kanal} other {# Kanäle}}', { n: 25_499 }, 'de'), '25.499 Kanäle')
})

for (const message of ['{', '{name', '}', '{n, plural, one {x}}', '{n, date}', '{n, plural, other {x}', '{}']) {
  test(`rejects the message ${message}`, (t) => {
    t.throws(() => parseMessage(message), { message: /message "/ })
  })
}
