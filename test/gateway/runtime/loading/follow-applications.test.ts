import test from 'ava'
import { openStoredApplications } from '../../../../src/gateway/runtime/applications/stored-applications.ts'
import { followApplications } from '../../../../src/gateway/runtime/loading/follow-applications.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

const file = 'catalogs/sandbox/applications/mine.yaml'

for (const [title, delayMs, isUsed, counted] of [
  ['in time', 500, true, 'late="false"} 1'],
  ['late', 501, true, 'late="true"} 1'],
  ['without use, because the documents have errors, is not counted', 100, false, undefined],
] as const) {
  test(`a changed application is put to use ${title}`, async (t) => {
    const time = { now: 1_000 }
    const store = openMemoryStore({ clock: () => time.now })
    const stored = await openStoredApplications(store, () => time.now)
    t.is(await stored.sinceLastEditMs(), undefined)
    const metrics = new Registry()
    let change = (): void => {}
    const reloaded = Promise.withResolvers<void>()
    followApplications({
      loader: {
        follow: (onChange) => {
          change = onChange
        },
        storedApplications: () => stored,
      },
      reloader: {
        async reloadNow() {
          time.now += delayMs
          reloaded.resolve()
          return isUsed
        },
      },
      metrics,
      log: silentLog,
    })
    await stored.storage.create(file, 'name: mine\n')
    change()
    await reloaded.promise
    await new Promise((resolve) => setImmediate(resolve))
    const text = metrics.render()
    t.is(/changes_received_total\{(.+)/.exec(text)?.[1], counted)
    if (counted) t.true(text.includes(`sluice_application_changes_delay_seconds_total ${delayMs / 1_000}`))
  })
}
