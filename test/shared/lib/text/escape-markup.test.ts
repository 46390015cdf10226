import test from 'ava'
import { escapeMarkup } from '../../../../src/shared/lib/text/escape-markup.ts'

test('characters that begin markup or end an attribute are escaped', (t) => {
  t.is(escapeMarkup(`a<b>&"c"'`), 'a&lt;b&gt;&amp;&quot;c&quot;&#39;')
})
