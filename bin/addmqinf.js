#!/usr/bin/env node
import { run } from './mq.js'

run('addmqinf')
