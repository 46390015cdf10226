/**
 * One sandbox with the settings of a user's first start, for all tests of a process. Tests that use it have queues, applications and
 * other objects of their own, and leave documents as they have found them.
 */
import test from 'ava'
import { sharedProduct } from './shared-product.ts'

export const sandbox = sharedProduct(test)
