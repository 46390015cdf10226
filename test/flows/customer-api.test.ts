import test from 'ava'
import { sandbox } from '../_support/shared-sandbox.ts'
import { customerApiStories } from './_stories/customer-api.ts'

customerApiStories(test, sandbox)
