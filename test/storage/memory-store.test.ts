import test from 'ava'

import { openMemoryStore } from '../../src/storage/index.ts'
import { behavesAsStore } from './conformance.ts'

behavesAsStore(test, openMemoryStore)
