import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { runOfficialHost } from './official.ts'

void runOfficialHost({ AppBridge, PostMessageTransport }, '2.0.4')
