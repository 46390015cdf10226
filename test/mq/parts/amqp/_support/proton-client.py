"""Puts messages with Qpid Proton and gets them back. Arguments: the URL of the channel and the queue."""
import sys

from proton import Message
from proton.utils import BlockingConnection

url, queue = sys.argv[1:]
connection = BlockingConnection(url, timeout=20, allowed_mechs='PLAIN')
sender = connection.create_sender(queue)
for number in range(20):
    sender.send(Message(id=str(number), body='message %d' % number, durable=True, properties={'number': number}))

receiver = connection.create_receiver(queue, credit=5)
for number in range(20):
    message = receiver.receive(timeout=20)
    assert message.body == 'message %d' % number, message.body
    assert message.id == str(number) and message.durable and message.properties['number'] == number
    receiver.accept()
connection.close()
print('20 messages')
