import test from 'ava'
import { Counter, Gauge, Registry, register } from 'prom-client'

import * as parts from '../../../src/lib/output/prometheus.ts'

test('every part is that of the package', (t) => {
  t.is(parts.Counter, Counter)
  t.is(parts.Gauge, Gauge)
  t.is(parts.Registry, Registry)
  t.is(parts.defaultMetricsRegistry, register)
  t.truthy(parts.defaultMetricsRegistry)
})
