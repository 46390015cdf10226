import test from 'ava'
import * as whole from 'prom-client'

import * as parts from '../../src/lib/prometheus.ts'

for (const name of ['Counter', 'Gauge', 'Registry', 'AggregatorRegistry', 'register'] as const) {
  test(`${name} is that of the package`, (t) => {
    t.truthy(parts[name])
    t.is<unknown>(parts[name], whole[name])
  })
}
