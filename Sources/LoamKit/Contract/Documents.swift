/// Every kind of document of the contract. One that is added here has a schema, a table, readers and vectors.
package enum Documents {
  package static let all: [any Document.Type] = [
    BridgeStatus.self, BridgeInfo.self, BridgeCounters.self, ChannelsState.self,
    PlantState.self, PlantDetail.self, NotificationCategory.self, ControlState.self, ReminderState.self,
    ActivityState.self, HeaterState.self, GlanceState.self, HoldState.self, DeviceState.self,
    NotificationMessage.self, WithdrawMessage.self, ActivityMessage.self, Ack.self, DeviceContext.self,
    MessageReply.self, Hello.self, Presence.self, ActionMessage.self, SetMessage.self, ActivityFeedback.self,
    MessageRequest.self, History.self,
    MessageToDevice.self, MessageFromDevice.self, BlobPartMessage.self, AppContext.self,
    PushRegistration.self, PushOffer.self,
    AccountMessage.self, JoinMessage.self,
  ]
}
