export { ChannelPage } from './page/channel-page';
export { ChannelsPage } from './page/channels-page';
