import { AppBridge, PostMessageTransport } from 'ext-apps-v1/app-bridge'
import { runOfficialHost, type OfficialPackage } from './official.ts'

// The types of 1.x come from another SDK; the calls are the same.
void runOfficialHost({ AppBridge, PostMessageTransport } as unknown as OfficialPackage, '1.7.5')
