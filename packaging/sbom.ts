/**
 * Part of `npm pack`: writes `build/sbom.cdx.json`, which lists in the form of CycloneDX what the package contains and what it
 * installs. `npm sbom` knows the packages of the lock file; the licence files of the bundles know which of them are in the bundles.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  properties?: { name: string; value: string }[]
}

interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const root = resolve(import.meta.dirname, '..')
const licenseFiles = ['build/licenses.md', 'dist/console/licenses.md', 'dist/portal/licenses.md']
/** Packages of which the pages have style sheets and fonts, which the licence files do not list. */
const styles = /^@carbon\/(colors|grid|layout|motion|styles|themes|type)$|^@fontsource\//
const bundled = new Set(licenseFiles.flatMap((file) => readBundled(join(root, file))))
const maxBytes = 16 * 1024 ** 2
const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
const locked = execFileSync('npm', words, { cwd: root, maxBuffer: maxBytes, encoding: 'utf8' })
writeFileSync(join(root, 'build/sbom.cdx.json'), `${JSON.stringify(selectPackaged(JSON.parse(locked)))}\n`)

/** Returns the packages of a bundle, as `name@version`. */
function readBundled(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^## (\S+) - (\S+)/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
}

/** Leaves out the packages that are for development only and in no bundle. */
function selectPackaged({ metadata, components, dependencies, ...rest }: Sbom): Sbom {
  const kept = components.filter(
    ({ name, version, properties = [] }) =>
      styles.test(name) ||
      bundled.has(`${name}@${version}`) ||
      !properties.some(({ name: each }) => each === 'cdx:npm:package:development'),
  )
  const missing = [...bundled].filter((each) => !kept.some(({ name, version }) => each === `${name}@${version}`))
  if (missing.length > 0) throw new Error(`the bundles have packages that npm sbom does not list: ${missing}`)
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  const component = { ...metadata.component, name } // npm gives the name of the folder
  const refs = new Set([component, ...kept].map((each) => each['bom-ref']))
  const edges = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
  return { ...rest, metadata: { ...metadata, component }, components: kept, dependencies: edges }
}
