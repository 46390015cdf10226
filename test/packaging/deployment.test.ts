/** Containerfile, compose file and Kubernetes manifests, compared with the settings and the ports of the product. */
import { readFile } from 'node:fs/promises'
import test from 'ava'
import { parse, parseAllDocuments } from 'yaml'
import { maxShutdownMs } from '../../src/cli/common/wait-for-signal.ts'
import { settingVariables } from '../../src/runtime/settings/setting-variables.ts'

const manifests = parseAllDocuments(await readFile('packaging/kubernetes/gateway.yaml', 'utf8')).map((each) =>
  each.toJS({ maxAliasCount: 0 }),
)
const containerfile = await readFile('packaging/container/Containerfile', 'utf8')
const compose = parse(await readFile('packaging/container/compose.yaml', 'utf8'), { merge: true })
const deployment = manifests.find(({ kind }) => kind === 'Deployment')
const pod = deployment.spec.template.spec
const [container] = pod.containers
const ports = {
  management: settingVariables.SLUICE_ADMIN_PORT.default,
  https: settingVariables.SLUICE_TLS_PORT.default,
}

test('every variable of the deployments is a setting', (t) => {
  const names = [
    ...container.env.map(({ name }: { name: string }) => name),
    ...Object.keys(compose.services.gateway.environment),
    ...(containerfile.match(/\bSLUICE_\w+/g) ?? []),
  ]
  t.true(names.length > 10)
  t.deepEqual(
    names.filter((name) => !Object.hasOwn(settingVariables, name)),
    [],
  )
})

test('the probes use the ports and paths of the management port', (t) => {
  for (const port of container.ports) t.is(String(port.containerPort), ports[port.name as keyof typeof ports])
  t.like(container.readinessProbe.httpGet, { path: '/readyz', port: 'management' })
  t.like(container.startupProbe.httpGet, { path: '/readyz', port: 'management' })
  t.like(container.livenessProbe.httpGet, { path: '/livez', port: 'management' })
})

test('two replicas share a store, and a pod drains before it is killed', (t) => {
  t.is(deployment.spec.replicas, 2)
  const find = (name: string) => container.env.find((each: { name: string }) => each.name === name)
  t.is(find('SLUICE_STORE').valueFrom.secretKeyRef.name, 'sluice-store')
  const drainSeconds = Number(find('SLUICE_DRAIN_DELAY_SECONDS').value)
  t.true(pod.terminationGracePeriodSeconds > drainSeconds + maxShutdownMs / 1_000)
})

test('a compose service is killed only after it has drained', (t) => {
  const drainSeconds = Number(settingVariables.SLUICE_DRAIN_DELAY_SECONDS.default)
  for (const service of Object.values(compose.services) as { stop_grace_period: string }[])
    t.true(Number.parseInt(service.stop_grace_period, 10) > drainSeconds + maxShutdownMs / 1_000)
})

test('documents, data, certificates and temporary files are mounted where the product reads and writes them', (t) => {
  const inImage = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(containerfile)?.[1] as string
  const mounts: { mountPath: string; readOnly?: boolean }[] = container.volumeMounts
  const find = (path: string) => mounts.find(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath}/`))
  const inPod = (name: string) => container.env.find((each: { name: string }) => each.name === name).value
  t.like(find(inImage('SLUICE_CONFIG')), { readOnly: true })
  t.like(find(inPod('SLUICE_TLS_CERTIFICATE')), { readOnly: true })
  t.like(find(inPod('SLUICE_TLS_KEY')), { readOnly: true })
  for (const path of [inImage('SLUICE_DATA'), inImage('NODE_COMPILE_CACHE')]) {
    t.truthy(find(path))
    t.is(find(path)?.readOnly, undefined, `${path} is writable`)
  }
  const { gateway, mqweb } = compose.services
  t.deepEqual(
    gateway.volumes.map((each: string) => each.split(':')[1]),
    [inImage('SLUICE_CONFIG'), inImage('SLUICE_DATA')],
  )
  t.deepEqual(
    mqweb.volumes.map((each: string) => each.split(':')[1]),
    [inImage('SLUICE_DATA')],
  )
})

test('files of a Secret are readable by the group of the pod only', (t) => {
  const { secret } = pod.volumes.find(({ name }: { name: string }) => name === 'tls')
  t.is(secret.defaultMode, 0o440) // a number with a leading zero has another value in YAML 1.2
})

test('every mounted volume exists, and every selector selects the pods', (t) => {
  const volumes = pod.volumes.map(({ name }: { name: string }) => name)
  const mounted = [...pod.initContainers, container].flatMap(({ volumeMounts }) =>
    volumeMounts.map(({ name }: { name: string }) => name),
  )
  t.deepEqual([...new Set(mounted)].sort(), volumes.sort())
  const { labels } = deployment.spec.template.metadata
  t.deepEqual(deployment.spec.selector.matchLabels, labels)
  t.deepEqual(manifests.find(({ kind }) => kind === 'Service').spec.selector, labels)
})

test('containers run without root and with a read-only root file system', (t) => {
  t.like(pod.securityContext, { runAsNonRoot: true, runAsUser: 10001 })
  t.like(container.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  for (const service of Object.values(compose.services) as Record<string, unknown>[])
    t.like(service, { read_only: true, cap_drop: ['ALL'] })
  t.regex(containerfile, /^USER 10001:10001$/m)
})

test('two machines run instances of one queue manager, with health checks of the MQ web server', async (t) => {
  const file = await readFile('packaging/kubernetes/mqweb.yaml', 'utf8')
  const documents = parseAllDocuments(file).map((each) => each.toJS())
  const set = documents.find(({ kind }) => kind === 'StatefulSet')
  const { spec, metadata } = set.spec.template
  const [mqweb] = spec.containers
  t.is(set.spec.replicas, 2)
  t.deepEqual(mqweb.args, ['mqweb', '--qmgr', 'QM1', '-x'])
  t.like(mqweb.readinessProbe.httpGet, { path: '/readyz?qmgr=QM1', scheme: 'HTTPS', port: 'https' })
  t.like(mqweb.livenessProbe.httpGet, { path: '/livez', scheme: 'HTTPS', port: 'https' })
  t.like(mqweb.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  for (const { kind, metadata: names, spec: part } of documents) {
    if (kind === 'Service') t.deepEqual(part.selector, metadata.labels)
    if (kind === 'Service' && part.clusterIP === 'None') t.is(names.name, set.spec.serviceName)
  }
  const instances = parse(await readFile('packaging/container/compose.instances.yaml', 'utf8')).services.mqweb
  t.deepEqual(instances.command, mqweb.args)
  t.like(instances, { read_only: true, cap_drop: ['ALL'] })
  for (const { healthcheck } of [instances, compose.services.mqweb])
    t.regex(healthcheck.test.at(-1), /port: 9443, path: '\/readyz'/)
  const names = [
    ...mqweb.env.map(({ name }: { name: string }) => name),
    ...[instances, compose.services.mqweb].flatMap(({ environment }) => Object.keys(environment)),
  ]
  t.deepEqual(
    names.filter((name) => !Object.hasOwn(settingVariables, name)),
    [],
  )
})

test('the image has a volume for the data, a health check, and starts the product itself', (t) => {
  t.regex(containerfile, /^VOLUME \/var\/lib\/sluice$/m)
  t.regex(containerfile, /^HEALTHCHECK .*\n.*127\.0\.0\.1:8090\/readyz/m)
  t.regex(containerfile, /^ENTRYPOINT \["sluice"\]\nCMD \["start"\]$/m)
  t.is(containerfile.match(/^FROM /gm)?.length, 3)
})
