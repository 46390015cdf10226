import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openHost, type } from './_host.ts'

test('crtmqm sets attributes, and says which of its options have no effect', async (t) => {
  const host = await openHost(t)
  const made = await type(
    host,
    'crtmqm -u DLQ -h 300 -d XMIT -t 5000 -x 77 -lc -ld /log -lf 4096 -lp 3 -ls 2 -p 1414 QM1',
  )
  t.is(made.status, 0)
  t.deepEqual(made.output.match(/(?<=Note: )-\w+/g)?.toSorted(), ['-lc', '-ld', '-lf', '-lp', '-ls', '-p'])
  const started = await type(host, 'strmqm -ns QM1')
  t.is(started.status, 0)
  t.regex(started.output, /Note: -ns has no effect: /)
  const { output } = await type(host, 'runmqsc QM1', 'DISPLAY QMGR DEADQ MAXHANDS DEFXMITQ TRIGINT MAXUMSGS')
  for (const shown of ['DEADQ(DLQ)', 'MAXHANDS(300)', 'DEFXMITQ(XMIT)', 'TRIGINT(5000)', 'MAXUMSGS(77)'])
    t.true(output.includes(shown), shown)
  t.false((await type(host, 'crtmqm QM2')).output.includes('Note'))
  t.is((await type(host, 'crtmqm -t 0 QM4')).status, 0)
  for (const wrong of ['-h 0', '-x many', '-u a,b', '-t -1'])
    t.like(await type(host, `crtmqm ${wrong} QM3`), { status: 36 }, wrong)
})

test('makes, starts, shows, ends and deletes a queue manager', async (t) => {
  const host = await openHost(t)
  t.like(await type(host, 'crtmqm -q -c first QM1'), { status: 0 })
  t.is((await type(host, 'dspmq')).output, `${'QMNAME(QM1)'.padEnd(57)} STATUS(Ended normally)\n`)
  t.regex((await type(host, 'strmqm')).output, /'QM1' started\.\n$/)
  t.regex((await type(host, 'dspmq -n -o status -o default')).output, /STATUS\(Running\) DEFAULT\(YES\)\n$/)
  t.like(await type(host, 'endmqm -i -r QM1'), { status: 0 })
  t.regex((await type(host, 'dspmq -m QM1')).output, /STATUS\(Ended immediately\)/)
  t.like(await type(host, 'dltmqm QM1'), { status: 0, output: "IBM MQ queue manager 'QM1' deleted.\n" })
  t.like(await type(host, 'dspmq'), { status: 0, output: '' })
})

for (const [line, status, complaint] of [
  ['crtmqm', 36, /an argument is missing\nUsage: crtmqm \[-q\]/],
  ['crtmqm QM1', 8, /AMQ8110E.*'QM1' already exists/],
  ['crtmqm no/blanks,', 36, /AMQ7077E/],
  ['strmqm NONE', 16, /AMQ8118E: IBM MQ queue manager 'NONE' does not exist/],
  ['strmqm', 72, /no default queue manager/],
  ['strmqm QM1', 5, /already running/],
  ['endmqm QM2', 40, /AMQ8146E: IBM MQ queue manager 'QM2' not available/],
  ['endmqm -i -w QM1', 36, /exclude each other/],
  ['dltmqm QM1', 5, /AMQ5005E/],
  ['dspmq -o everything', 36, /-o cannot be "everything"/],
  ['dspmq -y', 36, /no option "-y"/],
  ['setmqaut -m QM1 -n Q -p alice +put', 147, /object type is missing/],
  ['setmqaut -m QM1 -n Q -t chair -p alice +put', 148, /object type must be one of/],
  ['setmqaut -m QM1 -t queue -p alice +put', 146, /object name is missing/],
  ['setmqaut -m QM1 -t queue -n Q +put', 149, /entity name is missing/],
  ['setmqaut -m QM1 -t queue -n Q -p alice', 150, /authorization specification is missing/],
  ['setmqaut -m QM2 -t queue -n Q -p alice +put', 40, /not available/],
  [
    'setmqaut -m QM1 -t queue -n Q -p alice +fly',
    151,
    /^"fly" is no authority; accepted are all, .*each after \+ or -/,
  ],
  [`setmqaut -m QM1 -t queue -n ${'Q'.repeat(49)} -p alice +put`, 36, /^-n takes a name of 1 to 48 characters, found/],
  [`setmqaut -m QM1 -t queue -n Q -g ${'g'.repeat(65)} +put`, 36, /^-g takes a name of 1 to 64 characters, found/],
  [`dspmqaut -m QM1 -t queue -n Q -p ${'p'.repeat(65)}`, 36, /^-p takes a name of 1 to 64 characters, found/],
  ['setmqaut -m QM1 -t queue -n Q -p alice +put -remove', 36, /-remove deletes the whole profile/],
  ['runmqsc QM2', 40, /not available/],
  ['runmqsc -w 30 QM2', 36, /runmqsc -c with SLUICE_MQ_URL, instead of -w/],
  ['runmqsc -u bob QM1', 36, /-u needs -c/],
  ['dspmqver -f 0', 36, /-f takes a field or a sum of fields: 1 \(Name\), 2 \(Version\)/],
  ['endmqweb', 1, undefined],
  ['dspmqweb everything', 1, /MQWB1104E: "everything" .*: use status or properties\./],
  ['setmqweb', 1, /MQWB1104E: the argument is missing: use properties\./],
  ['setmqweb everything', 1, /MQWB1104E: "everything" .*: use properties\./],
  ['setmqweb properties', 1, /MQWB1102E/],
  ['setmqweb properties -k httpPort', 1, /MQWB1101E/],
  ['setmqweb properties -k httpPort -v many', 1, /MQWB1103E: httpPort must be a whole number/],
  ['setmqweb properties -k httpport -v 1', 1, /MQWB1104E.*did you mean "httpPort"/],
  ['fly', 36, /no command "fly"/],
] as const) {
  test(`"${line}" ends with status ${status}`, async (t) => {
    const host = await openHost(t)
    await (await host.installation.create('QM1')).start()
    await host.installation.create('QM2')
    const outcome = await type(host, line)
    t.is(outcome.status, status)
    if (complaint) t.regex(outcome.stderr ?? '', complaint)
  })
}

test('grants, revokes and displays authorities', async (t) => {
  const host = await openHost(t)
  await (await host.installation.create('QM1')).start()
  const done = 'The setmqaut command completed successfully.\n'
  t.like(await type(host, 'setmqaut -m QM1 -t queue -n APP.** -p alice +put +get +browse'), { output: done })
  t.like(await type(host, 'setmqaut -m QM1 -t q -n APP.** -p alice -get'), { output: done })
  t.is(
    (await type(host, 'dspmqaut -m QM1 -t queue -n APP.IN -p alice')).output,
    'Entity alice has the following authorizations for object APP.IN:\n\tbrowse\n\tput\n',
  )
  t.like(await type(host, 'setmqaut -m QM1 -t queue -n APP.** -p alice -remove'), { output: done })
  t.notRegex((await type(host, 'dspmqaut -m QM1 -t queue -n APP.IN -p alice')).output, /browse|put/)
  t.like(await type(host, 'setmqaut -m QM1 -t qmgr -g users +connect +inq'), { output: done })
  t.regex((await type(host, 'dspmqaut -m QM1 -t qmgr -g users')).output, /object QM1:\n\tconnect\n\tinq\n/)
})

test('runs a script of MQSC commands', async (t) => {
  const host = await openHost(t)
  await (await host.installation.create('QM1')).start()
  const { status, output } = await type(host, 'runmqsc QM1', 'DEFINE +\n  QLOCAL(A)\nDEFINE QLOCAL(A)\nNONSENSE\n')
  t.is(status, 10)
  t.regex(output, /AMQ8006I: IBM MQ queue created\./)
  t.regex(
    output,
    /3 MQSC commands read\.\nOne command has a syntax error\.\nOne valid MQSC command could not be processed\.\n$/,
  )
})

test('checks the syntax of a script without running it', async (t) => {
  const host = await openHost(t)
  await (await host.installation.create('QM1')).start()
  const { status, output } = await type(host, 'runmqsc -v QM1', 'DEFINE QLOCAL(A)\nDEFINE QLOCAL(B) COLOUR(RED)\n')
  t.is(status, 10)
  t.regex(output, /2 MQSC commands read\.\nOne command has a syntax error\./)
  t.regex((await type(host, 'runmqsc -e QM1', 'DISPLAY QLOCAL(A)')).output, /AMQ8147E/)
})

test('starts and ends the web server, and displays its URLs', async (t) => {
  const host = await openHost(t)
  t.is((await type(host, 'dspmqweb')).output, "MQWB1125I: Server 'mqweb' is not running.\n")
  t.regex(
    (await type(host, 'strmqweb')).output,
    /^Starting server mqweb\.\nServer mqweb started with process ID \d+\.\n$/,
  )
  t.like(await type(host, 'strmqweb'), { status: 1, output: 'Server mqweb is already running.\n' })
  t.regex(
    (await type(host, 'dspmqweb status')).output,
    /^MQWB1124I: Server 'mqweb' is running\.\nURLS:\n {2}https:\/\/127\.0\.0\.1:\d+\/ibmmq\/console\/\n {2}https:.*\/ibmmq\/rest\/\n$/,
  )
  t.like(await type(host, 'endmqweb'), { status: 0, output: 'Stopping server mqweb.\nServer mqweb stopped.\n' })
})

for (const [property, shown] of [
  ['mqRestAutostart', []],
  ['mqConsoleAutostart', ['rest']],
] as const)
  test(`with ${property}=false, dspmqweb prints ${shown.join() || 'no URLs'} of what this server has`, async (t) => {
    const host = await openHost(t)
    await type(host, `setmqweb properties -k ${property} -v false`)
    await type(host, 'strmqweb')
    const { output } = await type(host, 'dspmqweb')
    const paths = [...output.matchAll(/\/ibmmq\/(\w+)\//g)].map(([, path]) => path)
    t.deepEqual(
      paths.filter((path) => path !== 'console'),
      shown,
    )
    t.is(paths.includes('console'), property === 'mqRestAutostart')
  })

test('displays the HTTP URLs, too, while HTTP is enabled', async (t) => {
  const host = await openHost(t)
  await type(host, 'setmqweb properties -k httpPort -v 0')
  await type(host, 'strmqweb')
  t.regex(
    (await type(host, 'dspmqweb')).output,
    new RegExp(
      ['https', 'http']
        .map((scheme) =>
          ['console', 'rest'].map((page) => `  ${scheme}://127\\.0\\.0\\.1:\\d+/ibmmq/${page}/\n`).join(''),
        )
        .join(''),
    ),
  )
  await type(host, 'endmqweb')
})

test('shows properties of a file that names a registry which is not supported', async (t) => {
  const host = await openHost(t)
  await writeFile(
    join(host.settingsFolder, 'mqwebuser.xml'),
    '<server><safRegistry id="saf"/><variable name="ltpaExpiration" value="7"/></server>',
  )
  t.like(await type(host, 'dspmqweb properties'), { status: 0, output: 'ltpaExpiration="7"\n' })
  t.regex((await type(host, 'dspmqweb properties -a')).output, /ltpaExpiration="7"\n[\s\S]*mqRestRequestTimeout="30"\n/)
})

test('sets properties in the file, which keeps the rest of it', async (t) => {
  const host = await openHost(t)
  const ok = { status: 0, output: 'MQWB1100I: The setmqweb command completed successfully.\n' }
  t.like(await type(host, 'setmqweb properties -k ltpaExpiration -v 60'), ok)
  t.like(await type(host, 'setmqweb properties -k ltpaCookieName -v a&b'), ok)
  t.is((await type(host, 'dspmqweb properties')).output, 'ltpaCookieName="a&b"\nltpaExpiration="60"\n')
  t.like(await type(host, 'setmqweb properties -k ltpaCookieName -d'), ok)
  t.is((await type(host, 'dspmqweb properties -c')).output, 'setmqweb properties -k ltpaExpiration -v "60"\n')
  t.regex(
    (await type(host, 'dspmqweb properties -a')).output,
    /^httpHost="localhost"\n[\s\S]*mqRestRequestTimeout="30"\n/,
  )

  const inert = await type(host, 'setmqweb properties -k mqConsoleRemoteUIAdmin -v true')
  t.is(inert.status, 0)
  t.regex(inert.output, /mqConsoleRemoteUIAdmin is kept and has no effect: the console administers/)
  t.like(await type(host, 'setmqweb properties -r'), ok)
  t.is(await readFile(join(host.settingsFolder, 'mqwebuser.xml'), 'utf8'), '<server>\n  <!-- mine -->\n</server>\n')
})

test('has a running server take a property into use', async (t) => {
  const host = await openHost(t)
  await type(host, 'strmqweb')
  const origin = 'https://a.example'
  const { port } = await host.web.start()
  const { call } = await import('../web/_support/server.ts')
  const preflight = () =>
    call(port, 'OPTIONS', '/ibmmq/rest/v2/admin/qmgr', { headers: { origin, 'access-control-request-method': 'GET' } })
  t.is((await preflight()).status, 401)
  await type(host, `setmqweb properties -k mqRestCorsAllowedOrigins -v ${origin}`)
  t.is((await preflight()).status, 200)
})

test('shows the version, the platform and the folders of the installation', async (t) => {
  const host = await openHost(t)
  const { output } = await type(host, 'dspmqver')
  t.regex(output, /^Name: {8}Sluice\nVersion: {5}\d+\.\d+\.\d+\nLevel: {7}p942\n/)
  t.true(output.includes(`DataPath:    ${host.installation.folder}\n`))
  t.regex((await type(host, 'dspmqver -b -f 3')).output, /^Sluice\n\d+\.\d+\.\d+\n$/)
})
