/** The Kubernetes overlays as kubectl builds them, against the schemas of Kubernetes and the settings of the product. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { parseAllDocuments } from 'yaml'
import { maxShutdownMs } from '../../src/shared/cli/common/wait-for-signal.ts'
import { settingVariables } from '../../src/shared/process/settings/setting-variables.ts'

/** The folder that `.ci/kubernetes-tools` has filled. */
const tools = process.env.KUBERNETES_TOOLS ?? ''
const kubectl = join(tools, 'kubectl/kubectl')
const hasTools = tools !== '' && existsSync(kubectl)
if (!hasTools) test.skip('kubectl is not there (.ci/kubernetes-tools FOLDER, KUBERNETES_TOOLS=FOLDER)', () => {})
const withTools = hasTools ? test : test.skip

const overlays = ['try', 'team', 'zones'] as const

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes, and each test asserts what it reads
type Manifest = any

async function build(overlay: string): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)(kubectl, ['kustomize', `packaging/kubernetes/overlays/${overlay}`])
  return parseAllDocuments(stdout).map((each) => each.toJS())
}

const find = (manifests: Manifest[], kind: string, name = 'sluice') =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)

/** The package with the models of an API group. Groups without a dot are those of Kubernetes itself. */
function packageOf(group: string): string {
  if (group.startsWith('gateway.networking')) return '@kubernetes-models/gateway-api'
  return group.startsWith('monitoring.coreos') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'
}

/** Asserts that a manifest fits the published schema of its kind. */
async function validate(t: ExecutionContext, { apiVersion, kind, ...members }: Manifest): Promise<void> {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
  const path = join(tools, 'node_modules', packageOf(group), apiVersion, `${kind}.js`)
  const { [kind]: Model } = await import(pathToFileURL(path).href)
  t.truthy(Model, `${apiVersion} ${kind}`)
  t.notThrows(() => new Model(members).validate(), `${apiVersion} ${kind} ${members.metadata.name}`)
}

for (const overlay of overlays)
  withTools(`the overlay ${overlay} is built, and every manifest fits its published schema`, async (t) => {
    const manifests = await build(overlay)
    for (const manifest of manifests) await validate(t, manifest)
    t.truthy(find(manifests, 'Deployment'))
  })

withTools('a wrong manifest does not fit', async (t) => {
  const [deployment] = (await build('try')).filter(({ kind }) => kind === 'Deployment')
  deployment.spec.replicas = 'two'
  const { Deployment } = await import(
    pathToFileURL(join(tools, 'node_modules/kubernetes-models/apps/v1/Deployment.js')).href
  )
  t.throws(() => new Deployment(deployment).validate(), { message: /replicas must be integer/ })
})

for (const overlay of overlays)
  withTools(`${overlay}: settings, ports, probes, volumes and selectors fit together`, async (t) => {
    const manifests = await build(overlay)
    const { spec, metadata } = find(manifests, 'Deployment').spec.template
    const [container] = spec.containers
    const names: string[] = container.env.map(({ name }: { name: string }) => name)
    t.deepEqual(
      names.filter((name) => !Object.hasOwn(settingVariables, name)),
      [],
    )
    const all = [...(spec.initContainers ?? []), container]
    const mounted = all.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }: { name: string }) => name))
    t.deepEqual([...new Set(mounted)].sort(), spec.volumes.map(({ name }: { name: string }) => name).sort())
    for (const each of all)
      t.like(each.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    t.like(spec.securityContext, { runAsNonRoot: true, runAsUser: 10001 })

    const ports = new Map(container.ports.map((each: { name: string; containerPort: number }) => [each.name, each]))
    t.like(ports.get('management'), { containerPort: Number(settingVariables.SLUICE_ADMIN_PORT.default) })
    const service = find(manifests, 'Service')
    t.deepEqual(service.spec.selector, metadata.labels)
    for (const { targetPort } of service.spec.ports) t.true(ports.has(targetPort), targetPort)
    for (const probe of ['startupProbe', 'readinessProbe'])
      t.like(container[probe].httpGet, { path: '/readyz', port: 'management' })
    t.like(container.livenessProbe.httpGet, { path: '/livez', port: 'management' })
    const drain = container.env.find(({ name }: { name: string }) => name === 'SLUICE_DRAIN_DELAY_SECONDS')
    t.true(spec.terminationGracePeriodSeconds > Number(drain.value) + maxShutdownMs / 1_000)
  })

for (const [overlay, replicas] of [
  ['team', 2],
  ['zones', 3],
] as const)
  withTools(`${overlay}: replicas share a store, trust their proxies, and are never all away`, async (t) => {
    const manifests = await build(overlay)
    const { spec } = find(manifests, 'Deployment')
    t.is(spec.replicas, replicas)
    const environment = new Map(spec.template.spec.containers[0].env.map((each: { name: string }) => [each.name, each]))
    t.like(environment.get('SLUICE_STORE'), { valueFrom: { secretKeyRef: { name: 'sluice-store', key: 'url' } } })
    t.truthy(environment.get('SLUICE_TRUSTED_PROXIES'))
    const inRedis = { valueFrom: { secretKeyRef: { name: 'sluice-counters', key: 'url' } } }
    const counters = overlay === 'zones' ? inRedis : { value: 'store' }
    t.deepEqual(environment.get('SLUICE_COUNTERS'), { name: 'SLUICE_COUNTERS', ...counters })
    t.like(environment.get('SLUICE_PLAIN_HTTP'), { value: 'never' })
    t.is(find(manifests, 'PodDisruptionBudget').spec.minAvailable, replicas - 1)
    t.is(find(manifests, 'HorizontalPodAutoscaler').spec.minReplicas, replicas)
    const { secret } = spec.template.spec.volumes.find(({ name }: { name: string }) => name === 'tls')
    t.is(secret.defaultMode, 0o440, 'a number with a leading zero has another value in YAML 1.2')
  })

withTools('two pods run instances of one queue manager, with the health checks of the MQ web server', async (t) => {
  const manifests = await build('team')
  const { spec, metadata } = find(manifests, 'StatefulSet', 'sluice-mqweb').spec.template
  const [mqweb] = spec.containers
  t.is(find(manifests, 'StatefulSet', 'sluice-mqweb').spec.replicas, 2)
  t.deepEqual(mqweb.args, ['mqweb', '--qmgr', 'QM1', '-x'])
  t.like(mqweb.readinessProbe.httpGet, { path: '/readyz?qmgr=QM1', scheme: 'HTTPS', port: 'https' })
  t.like(mqweb.livenessProbe.httpGet, { path: '/livez', scheme: 'HTTPS', port: 'https' })
  t.like(mqweb.securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  for (const name of ['sluice-mqweb', 'sluice-mqweb-https'])
    t.deepEqual(find(manifests, 'Service', name).spec.selector, metadata.labels)
  t.is(find(manifests, 'StatefulSet', 'sluice-mqweb').spec.serviceName, 'sluice-mqweb')
  t.is(find(manifests, 'Service', 'sluice-mqweb').spec.clusterIP, 'None')
  t.deepEqual(
    mqweb.env
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => !Object.hasOwn(settingVariables, name)),
    [],
  )
})
