/** Topic patterns: runs of `#` are one, and their number and that of levels have limits. */
import test from 'ava'
import { TopicPatternTree } from '../../../../src/mq/manager/pubsub/topic-pattern-tree.ts'
import { checkTopicString, splitPattern } from '../../../../src/mq/manager/pubsub/topic-strings.ts'

const find = (pattern: string, schema: 'TOPIC' | 'CHAR', topicString: string) => {
  const tree = new TopicPatternTree<string>()
  tree.add(pattern, schema, 'S')
  const isFound = tree.findMatches(topicString).has('S')
  tree.remove(pattern, 'S')
  return isFound && tree.findMatches(topicString).size === 0
}

for (const [pattern, topicString, matches] of [
  ['#/#/#', 'a/b', true],
  ['a/#/#/#/d', 'a/d', true],
  ['a/#/#/#/d', 'a/b/c/d', true],
  ['a/#/#/#/d', 'a/b/c', false],
  ['#/#/+/#/#', '', true],
  ['#/x/#/#/x', 'x', false],
  ['#/x/#/#/x', 'x/x', true],
] as const) {
  test(`${pattern} ${matches ? 'matches' : 'does not match'} "${topicString}", and is removed`, (t) => {
    t.is(find(pattern, 'TOPIC', topicString), matches)
  })
}

for (const [pattern, topicString, matches] of [
  ['a***b', 'a/x/b', true],
  ['***', '', true],
  ['a*%**b', 'ax*yb', true],
  ['a*%**b', 'axyb', false],
  ['a%*%*b', 'a**b', true],
  ['?*?**', 'ab', true],
  ['?*?**', 'a', false],
] as const) {
  test(`the characters ${pattern} ${matches ? 'match' : 'do not match'} "${topicString}"`, (t) => {
    t.is(find(pattern, 'CHAR', topicString), matches)
  })
}

test('a long run of # has the cost of one', (t) => {
  t.deepEqual(splitPattern(`a/${'#/'.repeat(2000)}b`), ['a', '#', 'b'])
  t.notThrows(() => checkTopicString('#/'.repeat(3000)))
})

for (const [levels, isAccepted] of [
  [255, true],
  [256, false],
  [4000, false],
] as const) {
  test(`a topic string and a pattern of ${levels} levels are ${isAccepted ? 'accepted' : 'rejected with the limit'}`, (t) => {
    for (const level of ['', 'x', '+']) {
      const check = () => checkTopicString(Array(levels).fill(level).join('/'))
      if (isAccepted) t.notThrows(check)
      else t.throws(check, { message: /at most 255 levels, and this one \d+/ })
    }
  })
}
