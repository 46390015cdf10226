import test from 'ava'
import { sharedProduct } from '../_support/shared-product.ts'
import { customerApiStories } from './_stories/customer-api.ts'

customerApiStories(test, sharedProduct(test))
