import test from 'ava'
import { sharedProduct } from '../_support/shared-product.ts'
import { messagingStories } from './_stories/messaging.ts'

messagingStories(test, sharedProduct(test))
