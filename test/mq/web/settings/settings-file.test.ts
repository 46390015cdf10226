import test from 'ava'
import { removeProperty, resetProperties, setProperty } from '../../../../src/mq/web/settings/settings-file.ts'
import { parseXml } from '../../../../src/mq/web/settings/xml.ts'

const text = `<server>
  <!-- <variable name="httpPort" value="1"/> -->
  <variable name="httpPort" value="2"/>
  <variable value='3' name='httpsPort'></variable>
  <variable name="mine" value="4"/>
</server>
`

test('sets a property that is not there yet as the last of the file', (t) => {
  t.is(
    setProperty(text, 'httpHost', '*'),
    text.replace('</server>', '  <variable name="httpHost" value="*"/>\n</server>'),
  )
})

test('sets a property anew, and leaves one in a comment alone', (t) => {
  const changed = setProperty(text, 'httpPort', '9')
  t.true(changed.includes('<!-- <variable name="httpPort" value="1"/> -->'))
  t.is(changed.match(/name="httpPort"/g)?.length, 2)
  t.true(changed.includes('  <variable name="httpPort" value="9"/>\n</server>'))
})

test('removes a property however it is written', (t) => {
  t.is(removeProperty(text, 'httpsPort'), text.replace(/.*httpsPort.*\n/, ''))
})

test('resets what is a property and keeps variables that are none', (t) => {
  const reset = resetProperties(text)
  t.deepEqual(
    parseXml(reset).children.map(({ attributes }) => attributes.get('name')),
    ['mine'],
  )
  t.true(reset.includes('<!-- <variable name="httpPort" value="1"/> -->'))
})

for (const value of ['a"b', '<&>', `\${env.X}`, '$1', 'ü']) {
  test(`writes the value ${value} so that it is read back`, (t) => {
    const [variable] = parseXml(setProperty('<server/>', 'httpHost', value)).children
    t.is(variable?.attributes.get('value'), value)
  })
}

test('sets a property in a file without anything in it', (t) => {
  t.is(setProperty('<server/>\n', 'httpPort', '1'), '<server>\n  <variable name="httpPort" value="1"/>\n</server>\n')
  t.is(parseXml(setProperty('<server></server>', 'httpPort', '1')).children.length, 1)
})
