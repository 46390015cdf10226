import test from 'ava'
import { sharedProduct } from '../_support/shared-product.ts'
import { customerApiStories } from './_stories/customer-api.ts'
import { messagingStories } from './_stories/messaging.ts'

const product = sharedProduct(test, { SLUICE_HTTP_FAST_PATH: 'off' })

customerApiStories(test, product)
messagingStories(test, product)
