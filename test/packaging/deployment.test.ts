/** Containerfile and compose files, compared with the settings of the product. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { maxShutdownMs } from '../../src/shared/cli/common/wait-for-signal.ts'
import { settingVariables } from '../../src/shared/process/settings/setting-variables.ts'

const containerfile = await readFile('packaging/container/Containerfile', 'utf8')
const compose = parse(await readFile('packaging/container/compose.yaml', 'utf8'), { merge: true })
/** The services with the image of Sluice. */
const own = [compose.services.gateway, compose.services.mqweb]
test('every variable of the deployments is a setting', (t) => {
  const names = [...Object.keys(compose.services.gateway.environment), ...(containerfile.match(/\bSLUICE_\w+/g) ?? [])]
  t.true(names.length > 5)
  t.deepEqual(
    names.filter((name) => !Object.hasOwn(settingVariables, name)),
    [],
  )
})

test('a compose service is killed only after it has drained', (t) => {
  const drainSeconds = Number(settingVariables.SLUICE_DRAIN_DELAY_SECONDS.default)
  for (const service of own as { stop_grace_period: string }[])
    t.true(Number.parseInt(service.stop_grace_period, 10) > drainSeconds + maxShutdownMs / 1_000)
})

test('documents and data are mounted where the image has them', (t) => {
  const inImage = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(containerfile)?.[1] as string
  const { gateway, mqweb } = compose.services
  const targets = (service: { volumes: string[] }) => service.volumes.map((each) => each.split(':')[1])
  t.deepEqual(targets(gateway), [inImage('SLUICE_CONFIG'), inImage('SLUICE_DATA')])
  t.deepEqual(targets(mqweb), [inImage('SLUICE_DATA')])
})

test('containers run without root and with a read-only root file system', (t) => {
  for (const service of own as Record<string, unknown>[]) t.like(service, { read_only: true, cap_drop: ['ALL'] })
  t.regex(containerfile, /^USER 10001:10001$/m)
})

test('two machines run instances of one queue manager, with health checks of the MQ web server', async (t) => {
  const instances = parse(await readFile('packaging/container/compose.instances.yaml', 'utf8')).services.mqweb
  t.deepEqual(instances.command, ['mqweb', '--qmgr', 'QM1', '-x'])
  t.like(instances, { read_only: true, cap_drop: ['ALL'] })
  for (const { environment, healthcheck } of [instances, compose.services.mqweb]) {
    t.regex(healthcheck.test.at(-1), /port: 9443, path: '\/readyz'/)
    for (const name of Object.keys(environment)) t.true(Object.hasOwn(settingVariables, name), name)
  }
})

test('the image has a volume for the data, a health check, and starts the product itself', (t) => {
  t.regex(containerfile, /^VOLUME \/var\/lib\/sluice$/m)
  t.regex(containerfile, /^HEALTHCHECK .*\n.*127\.0\.0\.1:8090\/readyz/m)
  t.regex(containerfile, /^ENTRYPOINT \["sluice"\]\nCMD \["start"\]$/m)
  t.is(containerfile.match(/^FROM /gm)?.length, 3)
})

test('every file and every service that the compose file names exists, and every port is on this machine only but the gateway', (t) => {
  const services: Record<string, { volumes?: string[]; ports?: string[]; depends_on?: object | string[] }> =
    compose.services
  for (const [name, { volumes = [], ports = [], depends_on: others = [] }] of Object.entries(services)) {
    for (const [source = ''] of volumes.map((each) => each.split(':'))) {
      if (!source.startsWith('.')) t.true(Object.hasOwn(compose.volumes, source), `${name}: ${source}`)
      else if (source !== './config') t.true(existsSync(join('packaging/container', source)), `${name}: ${source}`)
    }
    for (const port of ports) if (port !== '8080:8080') t.regex(port, /^127\.0\.0\.1:/, name)
    for (const other of Array.isArray(others) ? others : Object.keys(others)) t.true(Object.hasOwn(services, other))
  }
})

test('Prometheus scrapes the management port by a name that it accepts', async (t) => {
  const { scrape_configs: jobs } = parse(await readFile('packaging/container/monitoring/prometheus.yml', 'utf8'))
  const [target] = jobs[0].static_configs[0].targets
  const { SLUICE_ADMIN_NAMES: names } = compose.services.gateway.environment
  t.is(target, `${names}:${settingVariables.SLUICE_ADMIN_PORT.default}`)
})
