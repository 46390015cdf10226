import test from 'ava'
import { recordLifeMs } from '../../../src/shared/storage/index.ts'

test('records of usage stay for 400 days', (t) => t.is(recordLifeMs, 400 * 86_400_000))
