import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { readSettings } from '../../../../src/mq/web/settings/read.ts'
import { MqwebSettingsError } from '../../../../src/mq/web/settings/settings.ts'

const environment = { MQWEB_LTPA_SUFFIX: '42', HOST: 'mq.example.com' }

const saf = '<safRegistry id="saf" zosmfUrl="https://zosmf.example.com"/>'

function read(xml: string) {
  return readSettings(xml, { file: 'mqwebuser.xml', folder: '/etc/mqweb', environment })
}

function inServer(xml: string) {
  return read(`<server>\n${xml}\n</server>`)
}

test('fills in what an empty file leaves out', (t) => {
  const { settings, warnings } = read('<server/>')
  t.like(settings.properties, { httpHost: 'localhost', httpsPort: 9443, httpPort: -1, ltpaExpiration: 120 })
  t.is(settings.properties.ltpaCookieName, 'LtpaToken2_42')
  t.true(settings.security.enabled)
  t.is(settings.security.registry, undefined)
  t.deepEqual(warnings, [])
})

test('takes properties as their types, with references filled in', (t) => {
  const { settings } = inServer(`<variable name="domain" value="\${env.HOST}"/>
    <variable name="httpHost" value="\${domain}"/>
    <variable name="httpsPort" value="19443"/>
    <variable name="mqRestCsrfValidation" value="false"/>`)
  t.like(settings.properties, { httpHost: 'mq.example.com', httpsPort: 19443, mqRestCsrfValidation: false })
  t.deepEqual([...settings.assignedProperties.keys()], ['httpHost', 'httpsPort', 'mqRestCsrfValidation'])
})

for (const [title, xml, message] of [
  ['a number outside its range', '<variable name="httpsPort" value="70000"/>', /:2 httpsPort must be a whole number/],
  [
    'a word for a truth',
    '<variable name="secureLtpa" value="yes"/>',
    /:2 secureLtpa must be true or false, found "yes"/,
  ],
  ['a server without a port', '<variable name="httpsPort" value="-1"/>', /httpsPort and httpPort are both -1/],
  ['a choice that is none', '<variable name="managementMode" value="x"/>', /one of standard, externallyprovisioned/],
  [
    'a variable that is not there',
    `<variable name="httpHost" value="\${nowhere}"/>`,
    /\$\{nowhere\} names a variable that does not exist/,
  ],
  [
    'a value of the environment that is not there',
    `<variable name="httpHost" value="\${env.NO}"/>`,
    /\$\{env\.NO\} names an environment variable that is not set/,
  ],
  ['variables in a circle', `<variable name="httpHost" value="\${httpHost}"/>`, /in a circle/],
  [
    'a role that does not exist',
    bound('<security-role name="Boss"/>'),
    /role "Boss" does not exist; it must be one of MQWebAdmin,/,
  ],
  ['a subject that is not known', bound(role('<special-subject type="ALL"/>')), /EVERYONE or ALL_AUTHENTICATED_USERS/],
  [
    'a registry of z/OS without the URL of z/OSMF',
    '<safRegistry id="saf"/>',
    /<safRegistry> needs the attribute zosmfUrl, because this server is not on z\/OS/,
  ],
  ['a URL of z/OSMF that is no URL', '<safRegistry zosmfUrl="zos"/>', /zosmfUrl must be an https URL.*found "zos"/],
  [
    'passwords in plaintext to z/OSMF',
    '<safRegistry zosmfUrl="http://zosmf.example.com"/>',
    /zosmfUrl must be an https URL/,
  ],
  [
    'a profile prefix that is no profile name',
    `${saf}<safAuthorization profileUrl="https://zss:7557/saf-auth"/><safCredentials profilePrefix="a/b"/>`,
    /profilePrefix must be 1 to 8 letters/,
  ],
  ['a PAM service with a path', '<localOSRegistry pamService="../x"/>', /pamService must be the name of a file/],
  ['a relative socket', '<localOSRegistry helperSocket="a.sock"/>', /helperSocket must be an absolute path/],
  [
    'the feature of the local OS registry beside another registry',
    `${feature('localOSAuthenticationMQ-1.0')}<basicRegistry/>`,
    /localOSAuthenticationMQ.*<basicRegistry>/,
  ],
  ['a registry that does not exist here', '<customRegistry/>', /a custom registry is not supported; use one of <basic/],
  ['two registries', '<basicRegistry/><basicRegistry/>', /only one registry can be configured/],
  ['a user without a password', '<basicRegistry><user name="a"/></basicRegistry>', /needs the attribute "password"/],
  [
    'a user who is there twice',
    '<basicRegistry><user name="a" password="x"/><user name="a" password="y"/></basicRegistry>',
    /"a" is defined twice/,
  ],
  [
    'a key store that is not there',
    '<ssl id="s" keyStoreRef="k"/>',
    /names the key store "k", but no <keyStore> has this id/,
  ],
  [
    'a store that cannot be read here',
    '<keyStore id="k" location="k.jks"/><ssl keyStoreRef="k"/>',
    /PKCS12 or PEM, found "JKS"/,
  ],
  ['an old protocol', '<ssl id="s" sslProtocol="TLSv1.1"/>', /TLSv1.2, TLSv1.3 or both, found "TLSv1.1"/],
] as const) {
  test(`refuses ${title}`, (t) => {
    const problem = t.throws(() => inServer(xml), { instanceOf: MqwebSettingsError })
    t.regex(problem.message, message)
    t.regex(problem.message, /^mqwebuser\.xml:\d+ /)
  })
}

test('the local OS registry has the roles of IBM MQ unless roles are bound', (t) => {
  const { registry, bindings } = inServer(feature('localOSAuthenticationMQ-1.0')).settings.security
  t.like(registry, { type: 'localOS', realm: 'LocalOSRegistry' })
  t.deepEqual(
    bindings.rest.map(({ role, subject }) => [role, 'name' in subject ? subject.name : subject.kind]),
    [
      ['MQWebAdmin', 'mqm'],
      ['MFTWebAdmin', 'mqm'],
      ['MQWebUser', 'allAuthenticated'],
    ],
  )
  t.deepEqual(bindings.console, bindings.rest)
  const own = inServer(`<localOSRegistry/>${bound(role('<user name="a"/>'))}`).settings.security.bindings
  t.is(own.rest.length, 1)
})

test('the SAF registry binds each role to its EJBROLE profile when a service checks them', (t) => {
  const xml = `${saf}<safAuthorization id="saf" profileUrl="https://zss:7557/saf-auth"/>
    <safCredentials unauthenticatedUser="WSGUEST" profilePrefix="MQWEB"/>`
  const { settings, warnings } = inServer(xml)
  const { bindings } = settings.security
  t.deepEqual(bindings.console[0], {
    role: 'MQWebAdmin',
    subject: { kind: 'group', name: 'MQWEB.com.ibm.mq.console.MQWebAdmin', realm: 'SAFRegistry' },
  })
  t.is(bindings.rest.length, 5)
  t.deepEqual(warnings, [])
})

test('reports all problems together', (t) => {
  const xml = '<variable name="httpPort" value="x"/>\n<variable name="secureLtpa" value="x"/>'
  const problem = t.throws(() => inServer(xml), { instanceOf: MqwebSettingsError })
  t.is(problem.problems.length, 2)
})

test('warns of a property that was probably misspelt, and of elements that mean nothing here', (t) => {
  const { warnings } = inServer('<variable name="httpsPrt" value="1"/>\n<logging/>')
  t.deepEqual(warnings, [
    'mqwebuser.xml:3 <logging> is not supported by this server and is ignored',
    'mqwebuser.xml:2 there is no property "httpsPrt" - did you mean "httpsPort"?',
  ])
})

const ldapBegin = '<ldapRegistry host="h" port="1" ldapType="Custom" baseDN="o=x"'
for (const [xml, warning] of [
  [`${ldapBegin} connectTimeout="1m"/>`, '<ldapRegistry>: the attribute "connectTimeout"'],
  [`${ldapBegin} searchTimeout="8m"/>`, '<ldapRegistry>: the attribute "searchTimeout"'],
  [`${ldapBegin}><contextPool enabled="true"/></ldapRegistry>`, '<contextPool> is not supported'],
  [
    `${ldapBegin}><failoverServers><server host="b"/></failoverServers></ldapRegistry>`,
    '<failoverServers> is not supported',
  ],
  ['<basicRegistry relm="x"/>', '<basicRegistry>: the attribute "relm"'],
  ['<localOSRegistry pamservice="x"/>', '<localOSRegistry>: the attribute "pamservice"'],
  ['<customFilters id="unused" userFilter="(uid=%v)"/>', '<customFilters> is not supported'],
  [bound(role('<user name="a" relm="b"/>')), '<user>: the attribute "relm"'],
  [bound(role('<user name="a" access-id="user:r/uid=a,o=x"/>')), 'access-id has the distinguished name "uid=a,o=x"'],
] as const)
  test(`${xml} is a warning with its line`, (t) => {
    const { warnings } = inServer(`<variable name="httpsPort" value="1"/>\n${xml}`)
    t.regex(warnings.find((each) => each.includes(warning)) ?? warnings.join(), /^mqwebuser\.xml:\d+ /)
    t.true(warnings.some((each) => each.includes(warning)))
  })

for (const [xml, problem] of [
  [`${ldapBegin} sslEnabled="yes"/>`, /sslEnabled must be true or false, found "yes"/],
  [`${ldapBegin} customFiltersRef="gone"/>`, /customFiltersRef names no <customFilters id="gone">/],
  ['<ssl id="one"/><sslDefault sslRef="tow"/>', /sslRef="tow"> names no <ssl>/],
] as const)
  test(`${xml} is an error, because ignoring it changes who gets in`, (t) => {
    t.regex(t.throws(() => inServer(xml), { instanceOf: MqwebSettingsError }).message, problem)
  })

test('filters of an LDAP registry stand in it, or are named by it', (t) => {
  const filters = '<idsFilters id="f" userFilter="(mail=%v)"/><idsFilters id="g" userFilter="(uid=%v)"/>'
  const type = 'ldapType="IBM Tivoli Directory Server"'
  const { settings, warnings } = inServer(
    `${filters}${ldapBegin.replace('ldapType="Custom"', type)} sslEnabled="TRUE" idsFiltersRef="f"/>`,
  )
  t.like(settings.security.registry, { userFilter: '(mail=%v)', tls: true })
  t.deepEqual(
    warnings.filter((each) => !each.includes('<idsFilters>')),
    [],
  )
})

test('filters that the registry does not name are not its filters', (t) => {
  const { settings } = inServer(`<customFilters userFilter="(mail=%v)"/>${ldapBegin}/>`)
  t.like(settings.security.registry, { userFilter: '(&(uid=%v)(objectclass=ePerson))' })
})

test('warns of a realm without users', (t) => {
  const xml = `${bound(role('<user name="a" realm="other"/>'))}<basicRegistry realm="mine"/>`
  t.regex(inServer(xml).warnings.join(), /bound in the realm "other", but the registry has "mine"/)
})

test('switches security off only for a list of features without it, and no registry', (t) => {
  const enabled = (xml: string) => inServer(xml).settings.security.enabled
  t.true(enabled(''))
  t.true(enabled(feature('appSecurity-2.0')))
  t.true(enabled(`${feature('apiDiscovery-1.0')}<basicRegistry/>`))
  t.false(enabled(feature('apiDiscovery-1.0')))
})

test('binds roles for the console and the REST API separately, MQAdminRO being MQWebAdminRO', (t) => {
  const { bindings } = inServer(
    `${bound('<security-role name="MQAdminRO"><group name="g" realm="r"/></security-role>')}
     ${bound(role('<user name="u" access-id="user:r/u"/>'), 'console')}`,
  ).settings.security
  t.deepEqual(bindings.rest, [{ role: 'MQWebAdminRO', subject: { kind: 'group', name: 'g', realm: 'r' } }])
  t.deepEqual(bindings.console, [{ role: 'MQWebUser', subject: { kind: 'user', name: 'u', realm: 'r' } }])
})

test('reads the TLS settings that sslDefault names', (t) => {
  const { tls } = inServer(`<keyStore id="k" location="key.p12" type="PKCS12" password="{xor}Lz4sLChvLTs="/>
    <ssl id="other"/>
    <ssl id="mine" keyStoreRef="k" clientAuthenticationSupported="true" sslProtocol="TLSv1.3" enabledCiphers="A B"/>
    <sslDefault sslRef="mine"/>`).settings
  t.deepEqual(tls, {
    keyStore: { file: '/etc/mqweb/key.p12', type: 'PKCS12', password: 'passw0rd' },
    trustStore: undefined,
    clientCertificates: 'supported',
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    ciphers: 'A:B',
  })
})

const templates = readdirSync('src/mq/web/templates').map((file) => file.replace('.xml', ''))
for (const name of templates) {
  test(`ships the template ${name} without anything wrong or odd in it`, (t) => {
    const { warnings } = read(readFileSync(`src/mq/web/templates/${name}.xml`, 'utf8'))
    t.deepEqual(warnings, [])
  })
}

function bound(roles: string, application = 'rest') {
  return `<enterpriseApplication id="com.ibm.mq.${application}"><application-bnd>${roles}</application-bnd></enterpriseApplication>`
}

function role(holder: string) {
  return `<security-role name="MQWebUser">${holder}</security-role>`
}

function feature(name: string) {
  return `<featureManager><feature>${name}</feature></featureManager>`
}

const ldap = (attributes: string, inside = '') =>
  `<ldapRegistry host="h" port="389" baseDN="o=x" ldapType="Custom" ${attributes}>${inside}</ldapRegistry>`
const filtered = (filter: string) =>
  `certificateMapMode="CERTIFICATE_FILTER" certificateFilter="${filter.replaceAll('%{', '$\u007b')}"`

for (const [title, xml, message] of [
  ['a certificate filter that is missing', ldap('certificateMapMode="CERTIFICATE_FILTER"'), /needs certificateFilter/],
  ['a certificate filter that is empty', ldap(filtered('')), /needs certificateFilter/],
  ['a certificate filter without a variable', ldap(filtered('(uid=anna)')), /needs certificateFilter/],
  ['a certificate filter of another variable', ldap(filtered('(mail=%{SubjectEmail})')), /\$\{SubjectEmail\} is not/],
  ['a variable in another case', ldap(filtered('(uid=%{subjectcn})')), /\$\{subjectcn\} is not supported/],
  ['one of two variables', ldap(filtered('(|(uid=%{SubjectCN})(o=%{IssuerDN}))')), /\$\{IssuerDN\} is not supported/],
  ['a certificate filter that does not end', ldap(filtered('(uid=%{SubjectCN}')), /needs certificateFilter/],
  ['two filters', ldap(filtered('(uid=%{SubjectCN})(uid=*)')), /needs certificateFilter/],
  ['a user filter that does not end', ldap('', '<customFilters userFilter="(uid=%v"/>'), /userFilter must be an LDAP/],
  ['a group filter of two', ldap('', '<customFilters groupFilter="(cn=%v)(cn=*)"/>'), /groupFilter must be an LDAP/],
] as const) {
  test(`the LDAP registry refuses ${title}`, (t) => {
    t.throws(() => inServer(xml), { instanceOf: MqwebSettingsError, message })
  })
}

for (const filter of ['uid=%{SubjectCN}', '(& (uid=%{SubjectCN}) (objectClass=person))', '(seeAlso=%{SubjectDN})']) {
  test(`the LDAP registry takes the certificate filter ${filter}`, (t) => {
    t.notThrows(() => inServer(ldap(filtered(filter.replace('&', '&amp;')))))
  })
}
